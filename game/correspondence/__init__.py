"""Correspondence games: a match that waits for days, each turn a text or a visit to a host.

A game by letter needs no server: every turn is a text that holds the whole game (`letter`), which
people send each other by mail or messenger.  A hosted game waits at a server instead
(`game.network.host.waiting_games`).  Both are the same file (`game`), and `command` is the command.
"""
