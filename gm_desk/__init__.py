"""GM Desk, an offline companion for game masters: rosters, tests and a log of rolls."""

__version__ = "0.1.0"
