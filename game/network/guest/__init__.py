"""The guest's side of a match at two places: a local match, kept in step with the host's."""
