"""Are positions shown as 70 percent won by 70 of 100?  Games, a fit, a diagram of each game."""
