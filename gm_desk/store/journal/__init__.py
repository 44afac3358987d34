"""The journal of rolls, in SQLite: entries, schema, index, pages, health, recovery."""
