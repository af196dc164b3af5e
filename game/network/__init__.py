"""Matches followed and played from other machines, through a server in a process of its own.

The packages, from the top; each imports only those below it:

- `hub`: many tables on one page, through a broker.
- `http`: the server's process.  `host`: the program's side, which has the match.
- `server`: tables, clients and seats; it does not depend on the kind of line.
- `guest`: a local copy of a match that is played elsewhere, kept in step with it.
- `lines`: addresses, tickets, certificates, and the lines themselves.
- `protocol`: the messages on those lines.

`errors`, `logs` and `rate_limits` serve all of them.  A tap on a phone passes `web_app._receive`,
`MatchServer.on_message`, `Pipe.send`, `ServerSupervisor.update`, `Channel.on_message` and
`Match.submit`.  docs/reference/network.md describes the messages.  Nothing here uses pygame or
draws.
"""
