"""Notations: how users and books write skills, attacks and the like, read and written; one module each."""
