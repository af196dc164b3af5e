"""Solved boards of Libra; docs/lab/questions.md says how."""

WORTH = {2: 2, 3: 4}  # groups that MORE makes with perfect play, by the side of the board
