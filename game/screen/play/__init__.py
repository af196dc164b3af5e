"""The play scene's parts: choosing on the board, panels, turn list, conduct of the match."""
