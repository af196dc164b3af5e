"""The other side of a match at two places: a match of one's own, kept in step with the host's."""
