"""Puzzles with proofs: what they are, how they are made and judged.  No pygame, no drawing.

Above engine and table, below the screen.  `verifier` shares no code with what makes them.
"""
