"""Scenes: turn order, the moments of a fight, conditions and clocks."""
