"""What the engine knows of Libra."""
