"""Rosters and characters as frozen values: harm, prep check, naming, conversion, differences."""
