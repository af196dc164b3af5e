"""From sensor changes to turns of a game.  Pure: no port, no clock, time is passed in."""
