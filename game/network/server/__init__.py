"""The server without its lines: tables, clients, seats and sessions. It opens no port."""
