"""Drivers: one file a kind of board that does not speak our protocol.  Sans I/O."""
