"""The forecast of a fight: its dialog, what can be changed in it, and its figures."""
