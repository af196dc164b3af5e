"""Bots, from random to full strength, and the compilation of their code.

Above the rooms of the games: a bot is made of a game's profile and the search.
"""
