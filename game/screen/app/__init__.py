"""Window, loop, scene stack, sound: what every scene runs in."""
