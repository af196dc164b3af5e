"""The carrier: a printed circuit for a whole board, from the data that draws it on the screen.

`circuit` says what is joined to what, `placement` where it lies, `router` how copper leads there;
`board_file` and `schematic_file` write that for KiCad, `bill` and `costs` for who makes it and
pays.
"""
