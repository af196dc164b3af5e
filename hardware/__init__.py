"""The sensor board, from its wire to the turns of a game.  Of the game it imports only the rules.

Packages, each importing only from those below it:

* `commands`: the commands of `main.py board`.
* `host`: ports, handshake, a session in its own thread, recordings.
* `tracking`: from sensor changes to what hands did.  Pure; time is passed in.
* `simulator`: a board without electronics, and how it is offered to other programs.
* `wire`: frames, messages and their numbers.  Pure bytes.
* `firmware`: the controller's program, in C; PROTOCOL.md defines the protocol, BUILD.md the board.

A byte from a sensor reaches a match in ten steps: `link.SerialPort.read`, `BoardSession._exchange`,
`BoardDriver.receive`, `BoardConnection.feed`, `Decoder.feed`, `BoardDriver._point_changed`,
`Tracker.event` (which debounces), `Tracker.advance` (which concludes), `BoardSession.poll`,
`BoardSeat.poll`, which submits the turn.
"""
