"""Multiplicity for one."""
