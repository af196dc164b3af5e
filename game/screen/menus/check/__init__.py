"""What the board check shows and does: readings, cards, jobs.  The scene is beside this folder."""
