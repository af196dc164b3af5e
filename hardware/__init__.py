"""The sensor board, from its wire to the turns it tells.  Of the game it imports the rules alone.

Rooms, each importing only from those below it:

* `rig`: hands and tables for tests and benches, the emulated controller; never imported in play.
* `tools`: the commands of `main.py board`, the conformance checks, drawings for builders.
* `host`: the program's end of the line: ports, greeting, a session in its thread, recordings.
* `tracking`: from sensor changes to what hands did.  Pure; time is passed in.
* `simulator`: a board without electronics, and how it is offered to other programs.
* `wire`: frames, messages and their numbers.  Pure bytes.
* `firmware`: the controller's program, in C; PROTOCOL.md is its law, BUILD.md how to build it.

A change at a sensor takes this way: `wire.codec` -> `host.conversation` -> `host.board_follower` ->
`tracking.settling` -> `tracking.tracker`, which says it in `tracking.tracker_events`.
"""
