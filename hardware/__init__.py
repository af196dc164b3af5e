"""The sensor board: protocol, tracker, link, simulator, firmware.  Imports only the rulebook."""
