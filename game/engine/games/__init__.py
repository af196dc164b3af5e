"""Rooms: what the engine knows of each game beyond its rules, one folder a game.

Nothing outside a room but `registry` knows that the room is there.
"""
