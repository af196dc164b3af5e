"""A guided first game: a real match in which the program explains, asks and answers.

In the end it leaves the person to play alone.
"""
