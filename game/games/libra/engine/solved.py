"""Solved boards of Libra; docs/lab/questions.md describes how they were solved."""

# The groups that MORE makes with perfect play, by the number of cells along a side.
WORTH = {2: 2, 3: 4}
