"""One module a thing: how people and books write it, read and written."""
