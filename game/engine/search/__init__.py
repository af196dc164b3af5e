"""Search: trees, alpha-beta, levels, budgets.  Knows only the Game interface and profiles."""
