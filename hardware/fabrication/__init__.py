"""What a board is made of, from the data that draws it: measures, drawings, parts, pictures."""
