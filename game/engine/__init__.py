"""The engine: finds good turns for every game.  Knows only the Game interface and its kernels.

Nothing here imports pygame; numba and numpy are imported late and only by `compiler`.
"""
