"""Drivers: one file for each kind of board that does not speak our protocol.  Sans I/O."""
