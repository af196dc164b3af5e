"""Matches followed, and played, from other machines: a server in a process of its own.

`broadcast` is the side of the program that has the match.  `server_process` is the process beside
it, with `web_app` on the network and `match_server` behind that.  They exchange lines of JSON
(`pipe`).  A tap on a phone passes `web_app._receive`, `MatchServer.on_message`, `Pipe.send`,
`ServerSupervisor.update`, `Channel.on_message` and `Match.submit`.  What goes over the network is
described in docs/reference/network.md.  No pygame here, no drawing.
"""
