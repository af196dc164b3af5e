"""How games begin: positions however the board is turned, books of first turns, their names."""
