"""What each game brings to the screen, in a room of its own, found through one registry."""
