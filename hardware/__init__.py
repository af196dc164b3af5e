"""The sensor board, from its wire to the turns of a game. It imports only the rules of the game.

Packages, each importing only from those below it:

- `commands`: the commands of `main.py board`.
- `host`: ports, handshake, a session in its own thread, recordings.
- `drivers`: boards of other makers, translated into our protocol.  Sans I/O.
- `tracking`: from sensor changes to the movements of hands.  Pure; the caller passes the time.
- `simulator`: a board without electronics, and its connection to other programs.
- `wire`: frames, messages and their numbers.  Pure bytes.
- `firmware`: the controller's program, in C; PROTOCOL.md defines the protocol, BUILD.md the board.

A byte from a sensor reaches a match in ten steps: `link.SerialPort.read`, `BoardSession.exchange`,
`BoardDriver.receive`, `BoardConnection.feed`, `Decoder.feed`, `BoardDriver._point_changed`,
`Tracker.event` (which debounces), `Tracker.advance` (which concludes), `BoardSession.poll`,
`BoardSeat.poll`, which submits the turn.
"""
