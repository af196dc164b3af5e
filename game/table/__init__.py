"""A match in progress: seats, clocks, history, records.  No pygame, no display, no search."""
