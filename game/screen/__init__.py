"""Everything a person sees and hears: the only package that imports pygame."""
