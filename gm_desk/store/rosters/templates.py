"""Templates: stat blocks from which characters are created, both built-in ones and the user's own.

A file of templates has the format of a roster without groups: it has the same checks, and can be opened and edited.
"""

from pathlib import Path

from msgspec import Struct, structs

from gm_desk.core.characters.roster import Character, NewId, Roster
from gm_desk.core.characters.stat_block import Attack, Points
from gm_desk.store.disk.files import UnreadableFileError
from gm_desk.store.disk.places import Places
from gm_desk.store.rosters.files import read_roster, write_roster
from gm_desk.store.shipped import resource


class Templates(Struct, frozen=True):
    """The templates of a system, the user's own by name, and the problems with files that could not be read."""

    shipped: tuple[Character, ...]
    own: tuple[Character, ...] = ()
    problems: tuple[UnreadableFileError, ...] = ()

    @property
    def all(self) -> tuple[Character, ...]:
        """Return the built-in templates, then the user's own."""
        return self.shipped + self.own


def load_templates(system_id: str, places: Places) -> Templates:
    """Return the templates of a system; a damaged file is reported, and the others are loaded."""
    own: list[Character] = []
    problems: list[UnreadableFileError] = []
    for path in _own_files(places, problems):
        try:
            roster = read_roster(path)
        except UnreadableFileError as problem:
            problems.append(problem)
        else:
            own += roster.characters if roster.system == system_id else ()
    own.sort(key=lambda one: one.name.casefold())
    return Templates(read_shipped(system_id), tuple(own), tuple(problems))


def read_shipped(system_id: str) -> tuple[Character, ...]:
    """Return the built-in templates of a system; raise UnreadableFileError if the installation is damaged."""
    return read_roster(resource(f"templates/{system_id}.json")).characters


def save_template(character: Character, system_id: str, places: Places, new_id: NewId) -> Character:
    """Write a character as one of the user's templates, and return the template.

    Raise UnwritableFileError, in which case nothing was written.
    """
    template = as_template(character, new_id)
    file_id = new_id()
    roster = Roster(id=file_id, name=template.name, system=system_id, characters=(template,))
    write_roster(places.template(template.name, file_id), roster)
    return template


def as_template(character: Character, new_id: NewId) -> Character:
    """Return a character as a template: an NPC with new ids, without damage, with full points, in no group."""
    copied = character.copied(character.name, new_id)
    return structs.replace(
        copied,
        kind="npc",
        group="",
        number=1,
        health=structs.replace(copied.health, damage=0, wounds=0, stress=0, traumas=0, fatigue=0),
        points={key: _full(points) for key, points in copied.points.items()},
        attacks=tuple(_loaded(attack) for attack in copied.attacks),
    )


def _own_files(places: Places, problems: list[UnreadableFileError]) -> list[Path]:
    """Return the files of the user's templates; a folder that cannot be listed is added to the problems."""
    try:
        return sorted(path for path in places.templates.iterdir() if path.suffix == ".json")
    except FileNotFoundError:
        return []
    except OSError as error:
        problems.append(UnreadableFileError(places.templates, (error.strerror or str(error)).lower()))
        return []


def _full(points: Points) -> Points:
    """Return points with none spent."""
    return structs.replace(points, now=points.max)


def _loaded(attack: Attack) -> Attack:
    """Return an attack with full ammunition."""
    return structs.replace(attack, ammo=attack.ammo and _full(attack.ammo))
