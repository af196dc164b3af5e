"""The rulebook on the screen: pages, examples that follow the rules, tasks, puzzles."""
