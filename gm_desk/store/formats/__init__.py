"""What comes in from elsewhere and goes out to elsewhere."""
