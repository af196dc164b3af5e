"""The edition for browsers beside the program: the same turns, and how fast."""
