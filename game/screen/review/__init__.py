"""The review of a game: its story, its variations, the engine's lines, trial games."""
