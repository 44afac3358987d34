"""The files of GM Desk: rosters, the journal, the state of the window, and the shipped data."""
