"""The roll log: its rolls, its table, past rolls judged again, statistics."""
