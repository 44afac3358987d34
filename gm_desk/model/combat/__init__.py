"""The models for attacks against several targets."""
