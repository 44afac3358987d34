"""Notations for skills, attacks and the like, read and written; one module each."""
