"""What is suffered and healed on the tracks of the card, each one undo step with a name."""

from collections.abc import Sequence

from gm_desk.core import harm, vitals
from gm_desk.core.errors import RulesError
from gm_desk.core.harm import INJURIES, Kind, Suffered
from gm_desk.core.roster import Character
from gm_desk.core.systems import RULES
from gm_desk.core.text.harm_line import read_harm
from gm_desk.model.document import RosterDocument


def read(document: RosterDocument, character_id: str, kind: Kind, line: str) -> Suffered:
    """Say what a line typed on a track would do; raises RulesError where it is no harm."""
    rules = RULES[document.system.id]
    return harm.suffered(_character(document, character_id), read_harm(line), kind, rules, document.house)


def suffer(document: RosterDocument, character_id: str, kind: Kind, line: str) -> Suffered:
    """Do what was typed on a track; gives what happened."""
    done = read(document, character_id, kind, line)
    document.change_character(done.character, f"{', '.join(done.words)} of {done.character.name}")
    return done


def heal_all(document: RosterDocument, character_id: str, kind: Kind) -> None:
    """Wipe a track clean, with the wounds or traumas that came of it."""
    character = _character(document, character_id)
    document.change_character(harm.without_harm(character, [kind]), f"heal all {kind} of {character.name}")


def heal_wound(document: RosterDocument, character_id: str, kind: Kind) -> None:
    """Heal one of the wounds, or of the traumas of stress."""
    character, injury = _character(document, character_id), INJURIES[kind]
    document.change_character(harm.heal_wound(character, kind), f"heal a {injury.name} of {character.name}")


def ignore(document: RosterDocument, character_id: str, kind: Kind, count: int) -> None:
    """Set how many wounds, or traumas of stress, a character ignores."""
    character, injury = _character(document, character_id), INJURIES[kind]
    after = vitals.ignoring(character, kind, count)
    document.change_character(after, f"ignore {counted(count, injury.name)} of {character.name}")


def reset(document: RosterDocument, ids: Sequence[str]) -> None:
    """Wipe all tracks of characters clean, as one step."""
    roster, several = document.roster, [_character(document, one) for one in ids]
    if not several:
        return
    for one in several:
        roster = roster.with_character(harm.without_harm(one))
    who = several[0].name if len(several) == 1 else f"{len(several)} characters"
    document.change(roster, f"reset scene of {who}", ids[0] if len(ids) == 1 else "")


def counted(count: int, name: str) -> str:
    """Count wounds or traumas in words."""
    return f"{count or 'no'} {name}{'' if count == 1 else 's'}"


def _character(document: RosterDocument, character_id: str) -> Character:
    """Find the character a change is about."""
    character = document.character(character_id)
    if character is None:
        raise RulesError("character", "it is no longer in the roster")
    return character
