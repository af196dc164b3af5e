"""The questions about Libra."""
