"""What is known of small boards of Libra; see docs/lab/questions.md for how."""

WORTH = {2: 2, 3: 4}  # groups that MORE makes with perfect play, by the side of the board
