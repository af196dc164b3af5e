"""The sensor board, from its wire to the turns it tells.  Imports only the rulebook."""
