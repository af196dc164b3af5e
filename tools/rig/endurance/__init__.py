"""A board in a hall for a year, in made-up time: weather, wear, evenings of games.  For tests."""
