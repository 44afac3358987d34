"""Help a game master to run a table: rosters, tests and a log, offline."""

__version__ = "0.1.0"
