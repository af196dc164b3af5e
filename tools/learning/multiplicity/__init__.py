"""What is learned of Multiplicity: where a long search lays its stones."""
