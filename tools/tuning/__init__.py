"""Settings of the search tuned by games: Optuna proposes, games in pairs judge, an SPRT accepts."""
