"""Learning for More or Less: who wins, predicted from the patterns of movement."""
