"""The ladder: players meet in pairs of games from random openings; Elo with intervals."""
