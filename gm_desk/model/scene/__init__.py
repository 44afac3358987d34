"""The current scene: the steps of its fight, the edits that prepare it, and the rows that show it."""
