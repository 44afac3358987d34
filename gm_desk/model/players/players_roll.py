"""The last open roll as the players may see it: their own with its target, an NPC's with dice and verdict alone."""

from collections.abc import Iterable

from gm_desk.core.characters.roster import Character, Roster
from gm_desk.core.drafts.draft import Side
from gm_desk.core.players.players_view import KnownAs, PlayersRoll, PlayersRollSide, known
from gm_desk.core.rules.outcomes import CheckOutcome, Contest, DamageOutcome, DiceTotal, Grade, KaiserOutcome, Rolled
from gm_desk.core.rules.requests import KaiserCheck, KaiserDamage
from gm_desk.core.systems.protocol import Result
from gm_desk.core.wording.one_line import one_line
from gm_desk.model.roll.wording import WORDS, RollText, by_dice, minus
from gm_desk.store.journal.entries import Entry

STRANGER = KnownAs("")


def last_shown(entries: Iterable[Entry], roster: Roster) -> PlayersRoll | None:
    """Return the first of some rolls that the players may see, as they see it."""
    return next((shown for entry in entries if (shown := players_roll(entry, roster)) is not None), None)


def players_roll(entry: Entry, roster: Roster) -> PlayersRoll | None:
    """Return a roll as the players see it, None where they may not: if it is secret, struck, or of somebody hidden."""
    told = None if entry.secret or entry.struck or entry.event is not None else by_dice(entry)
    result = entry.result
    if told is None or result is None or not told.dice:
        return None
    roller, other = _known(entry.draft, roster), None
    if roller is None:
        return None
    sides = [_side(entry, told, result, roller, roster)]
    if told.other is not None and (other := _known(entry.draft.side("b"), roster)) is not None:
        sides.append(_other(entry, told.other, result, other, roster))
    return PlayersRoll(tuple(sides), _won(entry, roller, other))


def _known(side: Side, roster: Roster) -> KnownAs | None:
    """Return a side as the players know it; one without a character is a stranger."""
    return known(roster.character(side.character), roster.on_stage) if side.character else STRANGER


def _side(entry: Entry, told: RollText, result: Result, who: KnownAs, roster: Roster) -> PlayersRollSide:
    """Return the side that rolled."""
    grade = None if _tied(result) else entry.verdict.grade
    verdict = _verdict(grade, result)
    if isinstance(result, DiceTotal | DamageOutcome):
        grade, verdict = None, _total(entry, result) if who.own else ""
    target = _target(entry, result.a if isinstance(result, Contest) else result) if who.own else ""
    what = _what(entry.draft, roster.character(entry.draft.character)) if who.own else ""
    return PlayersRollSide(told.dice, who.name, what, target, verdict, grade)


def _other(entry: Entry, told: RollText, result: Result, who: KnownAs, roster: Roster) -> PlayersRollSide:
    """Return the other side of an opposed roll."""
    side, grade = entry.draft.side("b"), None if _tied(result) else entry.verdict.other
    target = _target(entry, result.b) if who.own and isinstance(result, Contest) else ""
    what = _what(side, roster.character(side.character)) if who.own else ""
    return PlayersRollSide(told.dice, who.name, what, target, _verdict(grade, result), grade)


def _tied(result: Result) -> bool:
    """Return whether neither side won (Kaiser)."""
    return isinstance(result, KaiserOutcome) and result.winner is None


def _what(side: Side, character: Character | None) -> str:
    """Return what a player rolled: the attack, or else the ability."""
    attacks = () if character is None else character.attacks
    attack = next((one.name for one in attacks if one.id == side.attack), "")
    return one_line(attack or side.what)


def _target(entry: Entry, result: Result) -> str:
    """Return the target of a player's roll: a number, or a total against a difficulty (Kaiser)."""
    if isinstance(result, Rolled):
        return minus(result.target)
    if isinstance(result, CheckOutcome) and isinstance(entry.request, KaiserCheck):
        return f"{minus(result.total)} against {minus(entry.request.difficulty)}"
    return ""


def _verdict(grade: Grade | None, result: Result) -> str:
    """Return a verdict without numbers, which would tell those of NPCs."""
    if grade is None:
        return "Tie" if _tied(result) else ""
    return WORDS[grade]


def _total(entry: Entry, result: DiceTotal | DamageOutcome) -> str:
    """Return the total of a player's dice; that of degrees is what armor let through, and not shown (Kaiser)."""
    return "" if isinstance(entry.request, KaiserDamage) else minus(result.total)


def _won(entry: Entry, roller: KnownAs, other: KnownAs | None) -> str:
    """Return who won, where the players may see both sides."""
    winner = entry.verdict.winner
    who = roller if winner == "a" else other if winner == "b" else None
    return f"{who.name} wins" if other is not None and who is not None and who.name else ""
