"""Sheets to be printed: pages of HTML with a print style, nothing loaded from elsewhere."""
