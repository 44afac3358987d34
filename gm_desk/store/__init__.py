"""Files of GM Desk: rosters, the journal, the state, shipped data, and files of other programs."""
