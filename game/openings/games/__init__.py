"""How each game's openings are named."""
