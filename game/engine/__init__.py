"""The engine, which finds good turns for every game. It knows only the Game interface and kernels.

Nothing here imports pygame; numba and numpy are imported late and only by `compiler`.
"""
