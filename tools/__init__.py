"""Tools that make figures, pictures, weights and rehearsals; they are no part of the program.

Each tool starts as `python -m tools.NAME`. The program imports nothing from here.
"""
