"""Search templates: modules that `compiler` instantiates once for each game.

Only the subset of Python that Numba compiles; the same source runs uncompiled on lists.
"""
