"""Rules and values of GM Desk; no files, no clock, no user interface."""
