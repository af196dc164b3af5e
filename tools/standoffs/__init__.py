"""Standoffs of Less: games against an opponent that counts moves, and what is shown in them."""
