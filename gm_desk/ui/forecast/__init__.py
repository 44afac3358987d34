"""The forecast of a fight: its dialog, its form and its charts."""
