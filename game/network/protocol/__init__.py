"""The messages of every line, and a match as the receiver of its messages knows it."""
