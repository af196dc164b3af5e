"""What makes figures, pictures, weights and rehearsals for the program, and is no part of it.

Each tool starts as `python -m tools.NAME`.  The program imports nothing of it.
"""
