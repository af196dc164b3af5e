"""Solved boards of Libra; docs/lab/questions.md describes how they were solved."""

WORTH = {2: 2, 3: 4}  # groups that MORE makes with perfect play, by the side of the board
