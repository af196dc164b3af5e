"""Window, frame loop, scene stack and sound: the environment of every scene."""
