"""Small examples of imports: stat blocks as printed in a book, and a pack of Foundry actors."""

import json

DOCKER = """Seen at the docks.

### Dockside Enforcer

- **SOM:** 20 • **WIL:** 15
- **Skills:** Guns 65, Infiltrate 40, Fray 60
- **Smell:** of fish 🐟
"""
DOG = """
### Dock Dog

- **SOM:** 10 • **WIL:** 5
- **Skills:** Athletics 50
- **Voice:** barks
"""
PAIR = DOCKER + DOG
NOT_READ = ["**Smell:** of fish 🐟", "**Voice:** barks"]
"""What of the pair has no field on the card."""
OF_ANOTHER_GAME = "it is a Foundry actor of another game, “chess”"


def pack(*names: str) -> str:
    """Return a pack with an actor for each name, one a line; an actor whose name begins with "!" is of another game."""
    return "".join(json.dumps(_actor(name)) + "\n" for name in names)


def _actor(name: str) -> dict[str, object]:
    if name.startswith("!"):
        return {"name": name[1:], "_stats": {"systemId": "chess"}}
    return {"name": name, "type": "character", "img": "x.svg", "_stats": {"systemId": "ep2e"}, "system": {"flex": 1}}
