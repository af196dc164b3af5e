"""The interface for what a game adds to the screen; one registry finds all additions."""
