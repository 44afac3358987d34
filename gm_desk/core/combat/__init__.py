"""Attacks as they are fought: their choices, modifiers by name, several targets, and what a wound asks for."""
