"""The interface of what each game brings to the screen, found through one registry."""
