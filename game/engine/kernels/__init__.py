"""Search templates: modules that `compiler` instantiates once for each game.

They use only the subset of Python that Numba compiles; the same source runs uncompiled on lists.
"""
