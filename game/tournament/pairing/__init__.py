"""Who plays whom: Swiss by matching, round robin by Berger's tables.  Pure."""
