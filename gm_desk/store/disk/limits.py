"""How large a file may be, and how much it may hold: whatever is read then takes seconds, and less than 500 MiB.

A file beyond a limit is refused in words and left as it is. The limits lie far above what anybody plays with, which
is some dozens of characters; a roster of 10,000 still opens.
"""

MIB = 1024 * 1024

MOST_ROSTER_BYTES = 64 * MIB
"""A roster of 10,000 characters takes 27."""
MOST_FOREIGN_BYTES = 64 * MIB
"""A pack of 1,000 Foundry actors takes 10; read, a file takes four times as much memory."""
MOST_TEXT_LETTERS = 1_000_000
"""A hundred stat blocks fill a tenth of it."""
MOST_TEXT_BYTES = 4 * MIB
"""As many letters in any encoding."""
MOST_STATE_BYTES = 4 * MIB
"""Settings, and what was on the screen of each roster, some kilobytes each."""

MOST_MARKS = 2_500_000
"""Commas, colons and opening brackets, which count the values of a file before any is made: each takes 50 to 200 bytes.
A roster of 10,000 characters has 2,100,000."""
MOST_DEPTH = 100
"""How deep values may stand in each other: deeper ones could not be walked through, nor written again."""

MOST_CHARACTERS = 50_000
"""Each that cannot be read is told apart with its place, which takes 30 microseconds."""
MOST_GROUPS = 50_000
"""Each has a row of its own in the roster pane."""
MOST_POINTS = 100
"""Kinds of points of one character, each of which has a field on the card; systems know five at most."""
MOST_ENTRIES, MOST_LINES = 20_000, 100_000
"""Actors in one file of another program, each with a row in the report; and lines of a pack, which keeps old ones."""
