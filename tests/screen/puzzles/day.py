"""The day on which puzzles are tested."""

import datetime

TODAY = datetime.date.today()
