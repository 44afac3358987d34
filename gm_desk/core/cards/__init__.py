"""The content of printed cards, without layout."""
