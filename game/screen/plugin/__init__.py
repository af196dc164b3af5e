"""The interface for everything a game adds to the screen, found through one registry."""
