"""The bench: the very firmware that is flashed, run in an emulator with the board round it."""
