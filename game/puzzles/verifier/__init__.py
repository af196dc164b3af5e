"""A second opinion on puzzles: a rulebook of whole turns and a search, both plain and their own.

Takes from the rest of the program the boards, layouts and options that a setup string names, and
the puzzle as data; no rule, no kernel, nothing of the engine or of what makes puzzles.  A contract
in pyproject.toml holds that.
"""
