"""Pictures without a window: boards as SVG, from the same board data and themes as the screen."""
