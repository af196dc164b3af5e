"""The drilling template of a board: where its holes and its track lie, and the sheets to print."""
