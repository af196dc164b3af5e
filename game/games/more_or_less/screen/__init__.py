"""More or Less on the screen."""
