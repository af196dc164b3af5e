"""The engine as a process: UGI on text streams, and the client that talks to it."""
