"""The play scene and its parts: board, dragging, playback, offers, help, result."""
