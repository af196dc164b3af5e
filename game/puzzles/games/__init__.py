"""What each game brings to its puzzles, found by the name of its folder; rooms know no other."""
