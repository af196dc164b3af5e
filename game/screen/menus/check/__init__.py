"""Parts of the board check: readings, cards, jobs. The scene is in `menus.board_check`."""
