"""A cabinet left alone with people: options, hours, lock, sign of life.  No pygame."""
