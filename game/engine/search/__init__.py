"""Search: trees, alpha-beta, levels, budgets. It knows only the Game interface and profiles."""
