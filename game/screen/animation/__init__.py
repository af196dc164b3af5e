"""Movements that show the events of the rules. Pure functions: nothing draws or waits."""
