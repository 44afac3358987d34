"""General-purpose widgets, independent of the panes that use them."""
