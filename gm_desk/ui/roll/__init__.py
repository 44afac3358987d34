"""The test pane."""
