"""The connections of machines and processes: addresses, tickets, certificates, and the lines."""
