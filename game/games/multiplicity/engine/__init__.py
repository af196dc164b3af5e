"""What the engine knows of Multiplicity."""
