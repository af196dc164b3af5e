"""Tuning of search settings by games: Optuna proposes, pairs of games judge, an SPRT accepts."""
