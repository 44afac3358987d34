"""Sentences of core: one line, a roster's summary, house rules, the rules reference."""
