"""Tournaments of people: who plays whom, what came of it, who stands where.

Pure but for `store`, which keeps them in the library's database, and `command`, which prints.
"""
