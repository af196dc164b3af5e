"""Makes puzzles, and checks them with the referees."""
