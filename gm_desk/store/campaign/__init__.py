"""A campaign as one file: exported, verified, imported."""
