"""The toolkit of all scenes: text, paint, icons, widgets, focus. It knows no game."""
