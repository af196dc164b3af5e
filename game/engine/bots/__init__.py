"""Bots, from random to full strength, and the compilation of their code.

A bot combines a game's profile with the search.
"""
