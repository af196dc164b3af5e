"""The rules as a book inside the program: pages, examples played by the rules, tasks, puzzles."""
