"""Calibration of the chances shown: games, fits, and a reliability diagram for each game."""
