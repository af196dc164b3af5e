"""What single games bring to pictures of their boards, found by folder."""
