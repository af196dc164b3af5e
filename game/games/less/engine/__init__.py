"""What the engine knows of Less."""
