"""Tournaments between people: pairings, results and standings.

Pure, except for `store`, which keeps tournaments in the library's database, and `command`, which
prints.
"""
