"""The ladder: games in pairs from drawn openings between players, Elo with intervals."""
