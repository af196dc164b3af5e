"""Matches followed, and played, from other machines: a server in a process of its own.

The rooms, from the top; each imports only what is below it:

- `hub`: many tables on one page, through a broker.
- `http`: the server's process.  `host`: the program's side, which has the match.
- `server`: tables, clients and seats, behind any line.
- `guest`: a match of one's own, kept in step with one elsewhere.
- `lines`: addresses, tickets, certificates, and the lines themselves.
- `protocol`: what is said on them.

`errors`, `logs` and `rate_limits` serve all of them.  A tap on a phone passes `web_app._receive`,
`MatchServer.on_message`, `Pipe.send`, `ServerSupervisor.update`, `Channel.on_message` and
`Match.submit`.  What goes over the network is described in docs/reference/network.md.  No pygame
here, no drawing.
"""
