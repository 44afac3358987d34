"""A campaign as one file: exporting, verification and importing."""
