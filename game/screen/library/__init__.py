"""The library in the window: all games in a list, filters, import and export."""
