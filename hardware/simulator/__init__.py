"""A simulated board: the same protocol as the firmware, in Python, and how it is offered."""
