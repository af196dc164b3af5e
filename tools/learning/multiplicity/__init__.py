"""Learning for Multiplicity: where a long search lays its stones."""
