"""Mutation testing: which mistakes the tests of a room would not notice."""
