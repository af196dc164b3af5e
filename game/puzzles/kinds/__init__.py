"""The kinds of puzzles: what each asks, how it is proved, how a try is answered."""
