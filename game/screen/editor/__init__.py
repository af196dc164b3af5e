"""The position editor: any position of any game, laid by hand and played on from."""
