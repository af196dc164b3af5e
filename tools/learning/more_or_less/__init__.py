"""What is learned of More or Less: who wins, from the patterns of movement."""
