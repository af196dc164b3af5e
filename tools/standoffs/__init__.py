"""Standoffs of Less: games against an opponent that counts moves, and the chances shown in them."""
