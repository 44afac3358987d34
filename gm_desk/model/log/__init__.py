"""The roll log: its entries and table, past rolls judged again, exports and statistics."""
