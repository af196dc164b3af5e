"""Everything a person sees and hears: the only floor that imports pygame."""
