"""Independent rulebooks that check puzzles, answers and, in tests, the rules."""
