"""The position editor: any position of any game, set up by the user and playable."""
