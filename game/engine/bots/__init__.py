"""Bots, from random to full strength, and the compilation of their code.

A bot is made of a game's profile and the search.
"""
