"""Who is stronger: players of all kinds, games in pairs from drawn openings, Elo with intervals."""
