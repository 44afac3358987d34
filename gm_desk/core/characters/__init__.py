"""Rosters and characters as frozen values: harm, prep check, names, conversion and differences."""
