"""Calibration of shown chances: games, a fit, a reliability diagram of each game."""
