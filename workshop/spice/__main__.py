"""`python -m workshop.spice`: prints the circuit's margins; exits with 1 if one is exceeded."""

import sys

from workshop.spice.margins import margins, rows

if __name__ == "__main__":
    found = list(margins())
    print("\n".join(rows(found)))
    sys.exit(0 if all(one.holds for one in found) else 1)
