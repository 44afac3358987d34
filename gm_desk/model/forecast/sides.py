"""The sides of a forecast as chosen by the GM: groups or a selection, and the changes made to them."""

from collections.abc import Iterator, Sequence
from itertools import chain

from msgspec import Struct, structs

from gm_desk.core.characters.roster import Character, Roster
from gm_desk.core.drafts.draft import Chip
from gm_desk.core.forecast.contenders import FightSetup, ForecastSide, why_nobody_fights
from gm_desk.core.forecast.report import with_number
from gm_desk.core.rules.outcomes import HANDS, Hand
from gm_desk.core.systems.registry import RULES
from gm_desk.model.roster.document import RosterDocument

MOST_PAIRS = 200
"""Pairs of groups that are listed."""
SELECTED = "selected"


class ChosenSide(Struct, frozen=True):
    """A side by the ids of its characters, and the changes made to it; without a `number` it is all of them."""

    name: str
    ids: tuple[str, ...]
    number: int | None = None
    armor: int = 0
    cover: int = 0
    modifier: int = 0


class ForecastChoice(Struct, frozen=True):
    """Two sides, and the options of their fight."""

    a: ChosenSide
    b: ChosenSide
    focus: bool = False
    players_spend: bool = False
    wound_checks: bool = False

    @property
    def names(self) -> tuple[str, str]:
        """The names of the sides."""
        return self.a.name, self.b.name

    def side(self, hand: Hand) -> ChosenSide:
        """Return one of the sides."""
        return self.a if hand == "a" else self.b

    def with_side(self, hand: Hand, side: ChosenSide) -> "ForecastChoice":
        """Replace one of the sides."""
        return structs.replace(self, a=side) if hand == "a" else structs.replace(self, b=side)

    @property
    def turned(self) -> "ForecastChoice":
        """The same fight with the sides exchanged."""
        return structs.replace(self, a=self.b, b=self.a)


def choices_for(roster: Roster, selected: Sequence[str], group_id: str = "") -> list[ForecastChoice]:
    """Return the possible fights, the likeliest first: of a selection, of a group, then of all others.

    The side with more players is first.
    """
    found: list[ForecastChoice] = []
    for choice in chain(_of_selection(roster, selected), _of_groups(roster, group_id)):
        if len(found) == MOST_PAIRS:
            break
        proper = _players_first(choice, roster)
        if proper not in found:
            found.append(proper)
    return found


def setup_of(choice: ForecastChoice, document: RosterDocument, pinned: Sequence[Chip] = ()) -> FightSetup:
    """Return the fight with the current characters; deleted ones are left out."""
    a, b = (_side(choice.side(hand), document) for hand in HANDS)
    setup = FightSetup(
        a=a,
        b=b,
        system=document.system,
        rules=RULES[document.roster.system],
        house=document.house,
        pinned=tuple(pinned),
        focus=choice.focus,
        players_spend=choice.players_spend,
        wound_checks=choice.wound_checks,
    )
    for hand in HANDS:
        number = choice.side(hand).number
        if number is not None:
            setup = with_number(setup, hand, number)
    return setup


def why_no_fight(setup: FightSetup) -> str:
    """Return why the fight cannot be simulated as a sentence, or ""."""
    reasons = (why_nobody_fights(setup.side(hand), setup) for hand in HANDS)
    return next(filter(None, reasons), "")


def _side(chosen: ChosenSide, document: RosterDocument) -> ForecastSide:
    members = (document.character(one) for one in chosen.ids)
    known = tuple(one for one in members if one is not None)
    return ForecastSide(chosen.name, known, chosen.modifier, chosen.cover, chosen.armor)


def _of_selection(roster: Roster, selected: Sequence[str]) -> Iterator[ForecastChoice]:
    """Yield the fights of several selected characters: by their groups, or against each other group."""
    everybody = roster.grouped()
    parts = {
        group: chosen
        for group, members in everybody.items()
        if (chosen := [one for one in members if one.id in selected])
    }
    if len(selected) < 2:  # noqa: PLR2004 - one character is no selection
        return
    groups = list(parts)
    if len(groups) > 1:
        first, second = (_part(group, parts[group], roster) for group in groups[:2])
        yield ForecastChoice(first, second)
        return
    mine = _part(groups[0], parts[groups[0]], roster)
    for group in roster.groups:
        if group.id != groups[0] and (members := everybody[group.id]):
            yield ForecastChoice(mine, _whole(group.name, members))


def _of_groups(roster: Roster, first: str) -> Iterator[ForecastChoice]:
    """Yield the fights of each pair of groups, those of the first group before the others."""
    everybody = roster.grouped()
    known = [(group.id, _whole(group.name, members)) for group in roster.groups if (members := everybody[group.id])]
    ranked = sorted(known, key=lambda one: one[0] != first)
    for place, (_, one) in enumerate(ranked):
        for _, other in ranked[place + 1 :]:
            yield ForecastChoice(one, other)


def _whole(name: str, members: Sequence[Character]) -> ChosenSide:
    return ChosenSide(name, tuple(one.id for one in members))


def _part(group_id: str, members: Sequence[Character], roster: Roster) -> ChosenSide:
    """Return the selected members of a group as a side, which has the group's name only if all are selected."""
    group = roster.group(group_id)
    name = group.name if group else "Without a group"
    if len(members) == len(roster.members(group_id)):
        return _whole(name, members)
    only = members[0].name if len(members) == 1 else f"{name} ({len(members)} {SELECTED})"
    return _whole(only, members)


def _players_first(choice: ForecastChoice, roster: Roster) -> ForecastChoice:
    players = {one.id for one in roster.characters if one.kind == "pc"}
    first, second = (len(players.intersection(side.ids)) for side in (choice.a, choice.b))
    return choice.turned if second > first else choice
