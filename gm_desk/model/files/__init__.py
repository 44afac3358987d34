"""The session: the open roster, and its saving, locking, watching and backing up."""
