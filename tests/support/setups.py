"""The setup texts that tests of all games use, for each game, variant, board and option."""

SETUPS = [
    "more-or-less",
    "more-or-less board=decagon-51",
    "more-or-less board=decagon-71",
    "more-or-less board=decagon-51 pass=free",
    "more-or-less swap=on",
    "more-or-less opening=even seed=7 swap=on",
    "more-or-less board=decagon-51 opening=even seed=100",
    "less tiles=A0B1C2D3E0F1G2H3I0",
    "less block=off seed=11",
    "less seats=4 seed=3",
    "less seats=4 reading=first seed=3",
    "less swap=on seed=11",
    "less seats=4 swap=on seed=3",
    "libra size=2 mode=duel",
    "libra size=3",
    "libra size=4 mode=bid obstacles=d4,a4",
    "libra size=3 mode=target target=5",
    "multiplicity size=3",
    "multiplicity size=5 end=full",
    "multiplicity size=4 opening=free",
    "multiplicity size=3 swap=on",
    "multiplicity size=4 opening=free swap=on",
]

# The walls of the layout in which the rules count sequences, tiles=A0B1C2D3E0F1G2H3I0.
COUNTED_WALLS = "000000000000001100010001000000000000001010110010000000011000"
COUNTED = f"less walls={COUNTED_WALLS}"
