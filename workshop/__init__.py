"""What serves makers of boards; no part of the program, which knows the files it makes."""
