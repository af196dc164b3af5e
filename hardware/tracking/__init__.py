"""From sensor changes to turns of a game.  Pure: no port, no clock; the caller passes the time."""
