"""What is said on every line: messages, and a match as whoever hears them knows it."""
