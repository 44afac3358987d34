"""Dice, requests, outcomes and odds, shared by the systems."""
