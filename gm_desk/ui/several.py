"""What is typed on the card while several characters are selected reaches all of them."""

from collections.abc import Sequence


def reached(shown: str, selected: Sequence[str]) -> tuple[str, ...]:
    """Return who is reached by what is typed on a card: everybody selected where who is shown is among them."""
    return tuple(selected) if shown in selected else (shown,)


def for_several(targets: Sequence[str]) -> str:
    """Say for how many something is typed, where they are several: " for 3 characters"."""
    return f" for {len(targets)} characters" if len(targets) > 1 else ""
