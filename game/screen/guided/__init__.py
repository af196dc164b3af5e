"""A guided first game: a real match in which the program speaks, asks, answers and lets go."""
