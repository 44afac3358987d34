"""The roll log: its entries and table, judging past rolls again, exports and statistics."""
