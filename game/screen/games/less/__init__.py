"""Less on the screen."""
