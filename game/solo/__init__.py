"""Solo games: modes with a score and a par, and the lists of best scores. No pygame."""
