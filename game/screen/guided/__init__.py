"""A guided first game: a real match in which the program explains, asks and answers.

At the end the program leaves the person to play alone.
"""
