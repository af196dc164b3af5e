"""The carrier: a printed circuit for a whole board, made from the data that the screen draws.

`circuit` defines the connections, `placement` the places of parts, `router` the copper between
them. `board_file` and `schematic_file` write the result for KiCad. `bill` lists parts, places and
costs, for the manufacturer and the buyer.
"""
