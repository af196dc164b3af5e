"""Movements that show the events of the rules. Pure: nothing draws or waits."""
