"""A look of one's own, and the script that drew it."""
