"""What Less brings to pictures of its board."""
