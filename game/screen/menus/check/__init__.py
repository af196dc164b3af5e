"""Parts of the board check: readings, cards, jobs.  The scene is `menus.board_check`."""
