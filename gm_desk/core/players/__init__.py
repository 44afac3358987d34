"""What the players may see, and nothing else."""
