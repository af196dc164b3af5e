"""The questions about More or Less."""
