"""The server's process: the page, its WebSockets and the broker's sessions, by uvicorn."""
