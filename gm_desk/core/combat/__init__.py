"""Attacks in play: their choices, common modifiers, several targets, and the checks that wounds require."""
