"""What the server does behind any line: tables, clients, seats and sessions.  It opens no port."""
