"""The widgets for attacks in the test pane."""
