"""Exchange with other programs: importing and exporting files."""
