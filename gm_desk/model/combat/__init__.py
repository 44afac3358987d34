"""The models for attacks: their choices, their damage and what follows it, and several targets."""
