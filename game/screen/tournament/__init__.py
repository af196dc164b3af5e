"""Tournaments on the screen: the list, the organiser's desk, a game's result, the big screen."""
