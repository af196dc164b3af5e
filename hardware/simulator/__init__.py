"""A simulated board with the same protocol as the firmware, and its connection to programs."""
