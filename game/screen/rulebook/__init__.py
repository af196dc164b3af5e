"""The rulebook on the screen: pages, examples played by the rules, tasks, puzzles."""
