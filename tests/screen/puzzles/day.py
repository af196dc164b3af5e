"""The date that counts as today in tests of puzzles (see conftest.py)."""

import datetime

TODAY = datetime.date.today()
