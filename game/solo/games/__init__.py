"""What each game offers to somebody alone, found by the name of its folder."""
