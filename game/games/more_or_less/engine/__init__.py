"""What the engine knows of More or Less."""
