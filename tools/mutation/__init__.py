"""Mutation testing: finds mistakes that the tests of a room would not notice."""
