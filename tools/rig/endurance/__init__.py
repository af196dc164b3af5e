"""A year of a board in a hall, in simulated time: weather, wear, evenings of games. For tests."""
