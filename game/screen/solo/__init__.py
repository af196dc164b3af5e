"""Playing alone for a score: the choice of modes, and the play scene with a par."""
