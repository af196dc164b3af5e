"""Puzzles with proofs: what they are, and how attempts at them are judged.  No pygame, no drawing.

Above engine and table, below the screen.  They are made and checked by `tools/puzzles`.
"""
