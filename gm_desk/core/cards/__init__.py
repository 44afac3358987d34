"""What a printed card says of a character."""
