"""Limits on the size and content of files, so that reading takes seconds and less than 500 MiB.

A file beyond a limit is refused with a message and not changed. The limits are far above normal use, which is some
dozens of characters; a roster of 10,000 still opens.
"""

MIB = 1024 * 1024

MOST_ROSTER_BYTES = 64 * MIB
"""In bytes; a roster of 10,000 characters has 27 MB."""
MOST_FOREIGN_BYTES = 64 * MIB
"""A pack of 1,000 Foundry actors takes 10; read, a file takes four times as much memory."""
MOST_TEXT_LETTERS = 1_000_000
"""A hundred stat blocks fill a tenth of it."""
MOST_TEXT_BYTES = 4 * MIB
"""The same number of characters in any encoding."""
MOST_PAGES = 600
"""Of a PDF; the books have 200 to 430."""
MOST_SECONDS_OF_PDF = 30
"""How long the text of a PDF is read; a page of a book takes 10 to 50 milliseconds."""
MOST_STATE_BYTES = 4 * MIB
"""In bytes; settings and the view of each roster take some kilobytes each."""

MOST_MARKS = 2_500_000
"""The number of commas, colons and opening brackets, which counts the values of a file before it is decoded; each value
takes 50 to 200 bytes. A roster of 10,000 characters has 2,100,000.
"""
MOST_DEPTH = 100
"""The depth of nested values, which are traversed and written recursively."""

MOST_CHARACTERS = 50_000
"""Each unreadable one is located separately, which takes 30 microseconds."""
MOST_GROUPS = 50_000
"""Each has its own row in the roster pane."""
MOST_POINTS = 100
"""Kinds of points of one character, each with a field on the card; systems have five at most."""
MOST_ENTRIES, MOST_LINES = 20_000, 100_000
"""Actors in one file of another program, each with a row in the report; and lines of a pack, which keeps old ones."""
