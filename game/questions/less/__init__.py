"""The questions about Less."""
