"""The carrier: a printed circuit for a whole board, from the data that draws it on the screen.

`circuit` defines the connections, `placement` the places of parts, `router` the copper between
them.  `board_file` and `schematic_file` write these for KiCad; `bill` and `costs` are for the
manufacturer and the buyer.
"""
