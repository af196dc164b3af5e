"""The date that tests of puzzles take for today (conftest.py)."""

import datetime

TODAY = datetime.date.today()
