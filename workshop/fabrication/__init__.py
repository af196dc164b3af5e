"""Boards to be built, from the data that draws them: templates, drawings, parts, circuits."""
