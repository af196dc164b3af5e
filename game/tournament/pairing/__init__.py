"""Pairings: Swiss by matching, round robin by Berger's tables. Pure."""
