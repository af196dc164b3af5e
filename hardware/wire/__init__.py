"""The wire protocol: frames, codec, messages, their numbering.  Pure bytes."""
