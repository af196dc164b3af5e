"""Bots: what chooses turns, from random to full strength, and the making ready of their code.

Above the rooms of the games: a bot is made of a game's profile and the search.
"""
