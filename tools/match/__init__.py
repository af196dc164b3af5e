"""Matches between engines, for strength and for records."""
