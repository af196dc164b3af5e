"""The bench: an emulator that runs the firmware's real image and simulates the board around it."""
