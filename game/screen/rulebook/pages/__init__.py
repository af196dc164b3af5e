"""The texts and examples of the rulebook, by game.  Data only."""
