"""Multiplicity on the screen."""
