"""Texts of core: one line, a roster's summary, house rules, tables of the rules help."""
