"""The scene on stage: its fight step by step, what it is prepared with, and the rows that show it."""
