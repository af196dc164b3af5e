"""How machines and processes reach each other: addresses, tickets, certificates, and the lines."""
