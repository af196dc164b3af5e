"""The kit all scenes are built from: text, paint, icons, widgets, focus.  Knows no game."""
