"""Dice, modifiers and the cap, house rules, requests, outcomes, contests and health."""
