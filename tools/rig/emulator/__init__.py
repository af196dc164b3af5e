"""The bench: the firmware's real image in an emulator that also simulates the board around it."""
