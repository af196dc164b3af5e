"""Makes puzzles, and checks them by the referees."""
