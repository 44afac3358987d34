"""What the commands of the command line share: their exit codes, and messages on standard error."""

import sys

ALL_GOOD, SOME_BAD, UNUSABLE = 0, 1, 2


def say(message: str, code: int = ALL_GOOD) -> int:
    """Print a message to standard error, if there is one, and return the exit code."""
    if sys.stderr is not None:
        print(message, file=sys.stderr)
    return code
