"""Games for one: modes with a score and a par, and the lists of the best.  No pygame."""
