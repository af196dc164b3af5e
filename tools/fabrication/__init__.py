"""Boards to be built, from the data that draws them: drawings, parts, circuits, pictures."""
