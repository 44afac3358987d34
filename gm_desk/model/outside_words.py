"""What others did to the open roster's file, in words for people."""

from pathlib import Path

from gm_desk.store.errors import UnwritableFileError

LOADED = "The roster was changed outside and has been loaded again."
KEPT = " What you had changed here is kept as a backup: see Backups in the File menu."
UNDO = " Undo brings back what was here."
REPLACED = "Another roster was put in the place of the open one, and has been opened."


def conflict_in_words(path: Path, ours: Path) -> str:
    """Ask which of two versions goes on."""
    return (
        f"“{path.name}” was changed by another program while you changed it here. The other version is in that file, "
        f"yours is kept in “{ours.name}”, in {ours.parent}. Which one goes on?"
    )


def torn_in_words(path: Path, problem: str) -> str:
    """Say that a file cannot be read."""
    return (
        f"“{path.name}” was changed by another program and cannot be read: {problem}. What was loaded is still here, "
        f"and GM Desk keeps looking. ({path})"
    )


def away_in_words(path: Path, problem: str) -> str:
    """Say that a file cannot be reached, nor written anew."""
    return (
        f"“{path.name}” cannot be reached: {problem}. Everything is still here, and GM Desk keeps looking. "
        f"Nothing is saved there until it is back. ({path})"
    )


def gone_in_words(path: Path, read_only: str) -> str:
    """Say that a file is gone."""
    again = "" if read_only else " and is saved there again with the next change"
    return f"“{path.name}” was deleted, renamed or moved by another program. Everything is still here{again}. ({path})"


def made_again_in_words(path: Path) -> str:
    """Say that a file that was gone has been saved."""
    return f"“{path.name}” was gone, and has been saved again at the same place."


def reason_in_words(error: OSError | UnwritableFileError) -> str:
    """Say why a file could not be read or written."""
    if isinstance(error, UnwritableFileError):
        return error.problem
    return (error.strerror or "it is not a file").lower()
