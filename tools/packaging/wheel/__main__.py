"""`python -m less_is_more`, for when the commands are not on the path."""

import sys

from less_is_more import main

if __name__ == "__main__":
    sys.exit(main())
