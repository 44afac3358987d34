"""A forecast as text and tables, and the changes that would matter most: the same fight with one difference."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Literal

from msgspec import Struct, structs

from gm_desk.core.characters.roster import Character, numbered
from gm_desk.core.forecast.contenders import MOST_FIGHTS, MOST_TURNS, FightSetup, ForecastSide, can_fight
from gm_desk.core.forecast.fights import CharacterForecast, ForecastResult, Quantiles
from gm_desk.core.rules.modifiers import TRUE_MINUS
from gm_desk.core.rules.outcomes import HANDS, Hand
from gm_desk.core.systems.combat import AttackOption
from gm_desk.core.systems.definition import System
from gm_desk.core.wording.phrases import percent

LEFT_OUT = "Not simulated: movement and range, tactics, psi, hacking."
"""The rules that a forecast does not simulate, as a warning."""
HEADS = ("", "out", "dead", "takes", "deals")
GAP, DASH = "  ", "\N{EN DASH}"


def share_in_words(share: float) -> str:
    """Return a share of the fights in whole per cent; a possible result is neither 0 nor 100."""
    return percent(Fraction(share).limit_denominator(MOST_FIGHTS), 0)


def dead_in_words(one: CharacterForecast) -> str:
    """Return the share of fights in which a combatant is dead at the end, or a dash if DR is unknown."""
    return share_in_words(one.dead) if one.mortal else DASH


def standing_in_words(result: ForecastResult, names: tuple[str, str]) -> list[tuple[str, float]]:
    """Return the possible ends of a fight with their shares; "undecided" only if it occurs."""
    ends = [(f"{names[0]} left standing", result.wins.a), (f"{names[1]} left standing", result.wins.b)]
    undecided = [(f"undecided after {MOST_TURNS} turns", result.wins.undecided)] if result.wins.undecided else []
    return ends + undecided


def spread_in_words(spread: Quantiles) -> str:
    """Return quantiles as text: "7 (5 to 9)"."""
    return f"{spread.median} ({spread.p10} to {spread.p90})"


def report_of(result: ForecastResult, names: tuple[str, str]) -> str:
    """Return a forecast as a table of plain text."""
    lines = [f"{result.fights:,} fights: {names[0]} against {names[1]}", ""]
    ends = standing_in_words(result, names)
    widest = max(len(words) for words, _share in ends)
    lines += [f"{words:<{widest}}{GAP}{share_in_words(share):>9}" for words, share in ends]
    lines += ["", f"Turns: {spread_in_words(result.turns)}", ""]
    lines += _columns([HEADS, *(row for hand in HANDS for row in _rows(result, hand, names))])
    lines += ["", "Damage: the median, and the range of eight fights in ten.", LEFT_OUT]
    return "\n".join(lines) + "\n"


def _rows(result: ForecastResult, hand: Hand, names: tuple[str, str]) -> Iterator[tuple[str, ...]]:
    """Yield the rows of a side."""
    yield (names[HANDS.index(hand)],)
    for one in result.characters:
        if one.side == hand:
            yield f"{GAP}{one.name}", *_figures(one)


def _figures(one: CharacterForecast) -> tuple[str, str, str, str]:
    return share_in_words(one.out), dead_in_words(one), spread_in_words(one.takes), spread_in_words(one.deals)


def _columns(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Return rows as lines of columns, the first aligned to the left and the others to the right."""
    widths = [max(len(row[place]) for row in rows if place < len(row)) for place in range(len(HEADS))]
    lines = []
    for row in rows:
        cells = [
            f"{cell:>{width}}" if place else f"{cell:<{width}}"
            for place, (cell, width) in enumerate(zip(row, widths, strict=False))
        ]
        lines.append(GAP.join(cells).rstrip())
    return lines


SURE, LIKELY, AHEAD = 0.95, 0.8, 0.6
"""The shares of fights from which a result is called sure, likely, or ahead."""
EASY, COSTLY = 0.1, 0.5
"""The shares of winners out at the end, up to which a win is easy, and from which it is costly."""


def headline(result: ForecastResult, names: tuple[str, str]) -> str:
    """Return a headline that says how dangerous a fight is."""
    wins = result.wins
    if wins.undecided >= AHEAD:
        return f"A stand-off: mostly undecided after {MOST_TURNS} turns"
    hand: Hand = "a" if wins.a >= wins.b else "b"
    name, share = names[HANDS.index(hand)], max(wins.a, wins.b)
    if share < AHEAD:
        return "An even fight"
    lost = _lost(result, hand)
    price = "nearly unharmed" if lost < EASY else "with losses" if lost < COSTLY else "at a high cost"
    if share < LIKELY:
        return f"{name} ahead, {price}"
    if share < SURE:
        return f"{name} likely to win, {price}"
    return f"{name} all but certain to win, {price}"


def _lost(result: ForecastResult, hand: Hand) -> float:
    """Return the share of a side that is out at the end, on average."""
    return result.out(hand) / max(1, sum(one.side == hand for one in result.characters))


MORE_ARMOR = 4
SLIGHT_MODIFIER = 2
"""The modifier used in place of cover in a system without it (Kaiser)."""
LITTLE = 0.03
"""The smallest difference of shares that counts, since a change is tried in few fights."""
SLIGHT, FEW = 0.01, 0.15
"""The weight of who is out relative to who wins, and the share of a side whose loss makes no difference."""
COVER = "cover"
MOST_MEMBERS = 30

ChangeKind = Literal["number", "armor", "cover"]


class ForecastChange(Struct, frozen=True):
    """One possible difference: its description ("Without Thug 6"), and the fight with it."""

    kind: ChangeKind
    words: str
    setup: FightSetup


def able_members(setup: FightSetup, hand: Hand) -> tuple[Character, ...]:
    """Return the characters of a side that can fight."""
    return tuple(one for one in setup.side(hand).characters if can_fight(one, setup))


def with_number(setup: FightSetup, hand: Hand, number: int) -> FightSetup:
    """Return a fight with `number` members on a side: the last ones are removed, or copies of the last NPC added."""
    members = list(able_members(setup, hand))
    if not members:
        return setup
    spare = [one for one in members if one.kind == "npc"] or members
    model = spare[-1]
    while len(members) > max(1, number):
        leaves = next((one for one in reversed(members) if one.kind == "npc"), members[-1])
        members.remove(leaves)
    names, copies = {one.name for one in members}, 0
    while len(members) < min(MOST_MEMBERS, number):
        copies += 1
        name = numbered(model.name, names)
        names.add(name)
        members.append(structs.replace(model, id=f"{model.id} +{copies}", name=name))
    return setup.with_side(hand, structs.replace(setup.side(hand), characters=tuple(members)))


def changes_of(setup: FightSetup) -> list[ForecastChange]:
    """Return the changes to be tried: one more or less, armor, and cover, of each side."""
    return [change for hand in HANDS for change in _changes(setup, hand)]


def change_sentences(
    found: Sequence[tuple[ForecastChange, ForecastResult]], now: ForecastResult, name: str
) -> list[str]:
    """Return a sentence for the best change of each kind, the most important first; `name` is that of side a."""
    best: dict[ChangeKind, tuple[ForecastChange, ForecastResult]] = {}
    for change, then in found:
        if change.kind not in best or _size(then, now) > _size(best[change.kind][1], now):
            best[change.kind] = change, then
    ranked = sorted(best.values(), key=lambda one: -_size(one[1], now))
    return [_sentence(change, then, now, name) for change, then in ranked]


def cover_options(system: System) -> tuple[AttackOption, ...]:
    """Return the kinds of cover that a system has, with none at first; empty if it has no cover."""
    choice = next((one for one in system.combat.choices if one.id == COVER), None)
    return () if choice is None else choice.options


def _changes(setup: FightSetup, hand: Hand) -> Iterator[ForecastChange]:
    """Yield the changes of one side."""
    side, members = setup.side(hand), able_members(setup, hand)
    spare = [one for one in members if one.kind == "npc"]
    if spare and len(members) < MOST_MEMBERS:
        more = with_number(setup, hand, len(members) + 1)
        yield ForecastChange("number", f"With one more like {spare[-1].name}", more)
    if spare and len(members) > 1:
        yield ForecastChange("number", f"Without {spare[-1].name}", with_number(setup, hand, len(members) - 1))
    armored = structs.replace(side, armor=side.armor + MORE_ARMOR)
    yield ForecastChange("armor", f"With armor +{MORE_ARMOR} for {side.name}", setup.with_side(hand, armored))
    covered = _covered(side, setup.system)
    if covered is not None:
        words, changed = covered
        yield ForecastChange("cover", f"With {words} for {side.name}", setup.with_side(hand, changed))


def _covered(side: ForecastSide, system: System) -> tuple[str, ForecastSide] | None:
    """Return a side in better cover, and its name; None if no cover is better."""
    options = cover_options(system)
    if not options:
        better = structs.replace(side, modifier=side.modifier + SLIGHT_MODIFIER)
        return f"a modifier of +{SLIGHT_MODIFIER}", better
    deeper = [one for one in options if one.value < side.cover]
    if not deeper:
        return None
    option = deeper[min(1, len(deeper) - 1)]
    words = f"{option.label.casefold()} ({TRUE_MINUS}{abs(option.value)})"
    return words, structs.replace(side, cover=option.value)


def _size(then: ForecastResult, now: ForecastResult) -> float:
    """Return the importance of a change: its effect on who wins, then on who is out."""
    wins = abs(then.wins.a - now.wins.a) + abs(then.wins.b - now.wins.b)
    return wins + SLIGHT * sum(abs(then.out(hand) - now.out(hand)) for hand in HANDS)


def _sentence(change: ForecastChange, then: ForecastResult, now: ForecastResult, name: str) -> str:
    """Return a sentence about the effect of a change."""
    before, after = share_in_words(now.wins.a), share_in_words(then.wins.a)
    if abs(then.wins.a - now.wins.a) >= LITTLE and before != after:
        return f"{change.words}, {name} would win {after} of the fights instead of {before}."
    fewer, more = f"{then.out('a'):.1f}", f"{now.out('a'):.1f}"
    if abs(then.out("a") - now.out("a")) < FEW:
        return f"{change.words}, almost nothing would change for {name}."
    return f"{change.words}, {name} would win as often, with {fewer} of them out instead of {more}."
