"""The questions about Multiplicity."""
