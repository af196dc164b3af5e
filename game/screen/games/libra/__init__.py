"""Libra on the screen."""
