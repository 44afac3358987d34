"""The finder in the header: a typed line, its results, and their commands."""
