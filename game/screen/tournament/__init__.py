"""Tournaments on the screen: the list, the organiser's desk, a table's result, the big screen."""
