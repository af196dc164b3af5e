"""Correspondence games: matches that take days, each turn a text or a visit to a host.

A game by letter needs no server: every turn is a text with the whole game (`letter`), which people
send each other by mail or messenger. A hosted game is kept open by a server instead
(`game.network.host.waiting_games`). Both are stored in the same form (`game`), and `command` is
their command line.
"""
