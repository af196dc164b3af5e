"""The layout on which Less shows itself: in pictures, in the demo, on the pages of its rules."""

from __future__ import annotations

SAMPLE = "less walls=000000000000001100010001000000000000001010110010000000011000"
