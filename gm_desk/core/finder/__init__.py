"""What a typed line means."""
