"""An unattended cabinet: options, hours, exit keys, watchdog.  No pygame."""
