"""What the GM may still do about the last roll."""

from msgspec import Struct, structs

from gm_desk.core.characters.roster import Roster
from gm_desk.core.combat.aftermath import AskedCheck
from gm_desk.core.drafts import choices_after_roll
from gm_desk.core.drafts.abilities import attack_of
from gm_desk.core.drafts.attack_damage import DAMAGE
from gm_desk.core.drafts.attacks import hit_of, may_harm
from gm_desk.core.drafts.choices_after_roll import Decision, Repair, picked
from gm_desk.core.drafts.draft import AbilityKind, Draft
from gm_desk.core.drafts.spending import PointPool
from gm_desk.core.rules.dice import flip_flop
from gm_desk.core.rules.outcomes import Contest, Grade, Graded, Hand
from gm_desk.core.rules.requests import Request
from gm_desk.core.systems.definition import SuperiorUse, System
from gm_desk.core.systems.protocol import Result
from gm_desk.core.wording.phrases import WORDS, joined
from gm_desk.model.roll.roll_text import picks_in_words, two_digits, winner_name
from gm_desk.store.journal.entries import Entry, Event, Override

BETWEEN = "; "
RULINGS = {
    "deadlock": "Deadlock",
    "higher_roll": "Higher roll",
    "higher_skill": "Higher skill",
    "defender": "Defender",
    "roll_off": "Roll off",
    "gm": "Left open",
}

UNDECIDED = {"deadlock", "gm"}
"""Rulings that leave the contest without a winner."""


class AfterRollChoice(Struct, frozen=True):
    """A change that is offered for the last roll: the text of its button, the entry it would make, and the undo text.

    `pays` is the kind of the point that the character `payer` spends; `others` are the same change paid for with each
    of several kinds. A choice without a `step` only lists its `others`. One that is `on` is already made, a `quiet` one
    is only an idea, and one that `undoes` reverts the damage of its entry. `about` is the part of the rules that it
    belongs to: "points", "superior" or "opposed".
    """

    text: str
    entry: Entry
    step: str
    tip: str = ""
    pays: str = ""
    payer: str = ""
    others: tuple["AfterRollChoice", ...] = ()
    on: bool = False
    quiet: bool = False
    undoes: bool = False
    about: str = ""


class Consequence(AfterRollChoice, frozen=True):
    """A choice that notes a consequence and applies it to `victim`, or reverts it.

    That is a condition in `typed` notation, with a `level` if it has one; an attack whose weapon breaks, by its id; a
    number of `actions` gained or lost in a fight; or action points of the round that are spent.
    """

    victim: str = ""
    typed: str = ""
    weapon: str = ""
    actions: int = 0
    points: int = 0


class Preparation(AfterRollChoice, frozen=True):
    """A choice that prepares a test and changes no entry; `asked` is the check required by a hit."""

    draft: Draft = Draft()
    asked: AskedCheck | None = None


class Dismissal(AfterRollChoice, frozen=True):
    """A choice that removes what earlier entries, its `causes`, still ask for; it changes no entry."""

    causes: tuple[str, ...] = ()


def choices(
    entry: Entry, result: Result, roster: Roster, system: System, *, follows: bool = False, dealt: bool = False
) -> list[AfterRollChoice]:
    """Return all choices: rulings first, then points, superior results and ideas for criticals.

    With `follows`, what has a control of its own among the consequences of the roll is left out. With `dealt`, the
    damage has been applied: what was spent on it is gone, and no more can be.
    """
    made: list[AfterRollChoice] = []
    if entry.struck or isinstance(entry.request, Event):
        return made
    decisions = choices_after_roll.decisions(entry.request, entry.dice, entry.house, system)
    for one in decisions:
        made += _ruling(entry, one)
    if len(decisions) == 1:
        made += [_said(entry, entry.request, ruling) for ruling in deadlock_won(entry.draft)]
    if entry.override is None:  # points do not change a verdict given by the GM
        found = choices_after_roll.repairs(roster, entry.draft, entry.request, entry.dice, entry.house, system)
        made += [_repair(entry, result, repair) for repair in found]
    ideas = _ideas(entry, result, roster, system)
    if follows:
        done = _with_own_control(entry, result, roster, system)
        ideas = [one for one in ideas if one.on or one.text not in done]
    damage_is_set = dealt or (follows and _hits(entry, result, roster))
    superior = _superior(entry, result, system, dealt=dealt)
    return made + [one for use, one in superior if not (damage_is_set and use.id == DAMAGE)] + ideas


def _ruling(entry: Entry, decision: Decision) -> list[AfterRollChoice]:
    """Return the choices for a ruling, with its winner; the GM may also let the first side win a tie."""
    winner = decision.winner
    decided = decision.result is not None and decision.ruling not in UNDECIDED
    wins = f": {winner_name(entry.draft, winner) if winner else 'nobody'} wins" if decided else ""
    ruled = structs.replace(entry, request=entry.request if decision.stands else decision.request, override=None)
    on = decision.stands and entry.override is None
    made = [_ruled(f"{RULINGS[decision.ruling]}{wins}", ruled, on=on)]
    if decision.ruling == "gm":
        made.append(_said(entry, decision.request, tie_won(entry.draft)))
    return made


def _said(entry: Entry, request: Request, override: Override) -> AfterRollChoice:
    """Return the choice of a verdict given by the GM on who wins."""
    after = structs.replace(entry, request=request, override=override)
    return _ruled(f"The GM: {override.words}", after, on=entry.override == override)


def tie_won(draft: Draft) -> Override:
    """Return the GM's verdict that the first side wins a tie."""
    return Override(f"{winner_name(draft, 'a')} wins the tie", Grade.SUCCESS)


def deadlock_won(draft: Draft) -> tuple[Override, Override]:
    """Return the GM's verdicts that side a wins and that side b wins, if no ruling makes a winner."""
    return (
        Override(f"{winner_name(draft, 'a')} wins", Grade.SUCCESS),
        Override(f"{winner_name(draft, 'b')} wins", Grade.FAILURE),
    )


def _ruled(text: str, after: Entry, *, on: bool) -> AfterRollChoice:
    return AfterRollChoice(
        text, after, f"rule {text[:1].lower()}{text[1:]}", "Decide what the dice leave open", on=on, about="opposed"
    )


def _repair(entry: Entry, result: Result, repair: Repair) -> AfterRollChoice:
    """Return the choice to spend a point after the roll, the most specific one, with all that can pay as `others`."""
    side = entry.draft.side(repair.hand)
    does = use_in_words(result, repair)
    _, superior = choices_after_roll.superior_results(repair.result)
    after = structs.replace(entry, request=repair.request, picks=entry.picks[:superior])
    whose = f"{winner_name(entry.draft, 'b')}, " if repair.hand == "b" else ""
    first, *others = repair.point_pools

    def paid_from(pool: PointPool) -> AfterRollChoice:
        return AfterRollChoice(
            f"{whose}{with_number_left(pool)} · {does}",
            after,
            f"{pool.name} of {winner_name(entry.draft, repair.hand)}: {does}",
            f"Spend a point: {pool.name}, {pool.left} left",
            pool.points,
            side.character,
            about="points",
        )

    choice = structs.replace(paid_from(first), text=f"{whose}{first.name} · {does}")
    if not others:
        return choice
    instead = f"The arrow lets {joined([with_number_left(pool) for pool in others])} pay instead"
    return structs.replace(
        choice, tip=f"{choice.tip}\n{instead}", others=tuple(paid_from(pool) for pool in repair.point_pools)
    )


def with_number_left(pool: PointPool) -> str:
    """Return the name of points with the number left: "Vigor (2 left)"."""
    return f"{pool.name} ({pool.left} left)"


def use_in_words(result: Result, repair: Repair) -> str:
    """Return the effect of a point as text, with both rolls of a flip-flop, and the resulting verdict.

    "flip-flop 81 → 18: success, wins", "upgrade to superior ×2", "downgrade to failure"
    """
    if repair.use != "flip_flop":
        return f"{repair.use} to {_verdict(result, repair).replace(' success', '')}"
    roll = _own(result, repair.hand).roll if isinstance(result, Graded | Contest) else 0
    return f"flip-flop {two_digits(roll)} → {two_digits(flip_flop(roll))}: {_verdict(result, repair)}"


def _verdict(result: Result, repair: Repair) -> str:
    """Return the resulting verdict as text, and whether the payer would win, or nobody would."""
    words = WORDS[_own(repair.result, repair.hand).grade].lower()
    if not isinstance(repair.result, Contest) or not isinstance(result, Contest):
        return words
    if repair.result.winner == result.winner:
        return words
    if repair.result.winner != repair.hand:
        return f"{words}, nobody wins"
    return f"{words.replace(' success', '')}, wins"


def _superior(
    entry: Entry, result: Result, system: System, *, dealt: bool
) -> list[tuple[SuperiorUse, AfterRollChoice]]:
    """Return the uses of superior results, with their choices; choosing one again doubles it if there are two."""
    hand, superior = choices_after_roll.superior_results(result, entry.override)
    spent = tuple(pick for pick in entry.picks if dealt and pick == DAMAGE)
    if superior <= len(spent):
        return []
    whose = f"superior results of {winner_name(entry.draft, hand)}"
    harms = DAMAGE in entry.picks or may_harm(entry.draft, hand, system)
    uses = [use for use in system.superior_uses if harms or use.id != DAMAGE]
    return [(use, _pick(entry, use, superior, spent, whose, system)) for use in uses]


def _pick(
    entry: Entry, use: SuperiorUse, superior: int, gone: tuple[str, ...], whose: str, system: System
) -> AfterRollChoice:
    """Return the choice to spend superior results on a use, without those that are gone."""
    free = tuple(pick for pick in entry.picks if pick not in gone)
    picks = gone + picked(free, use.id, superior - len(gone))
    count = entry.picks.count(use.id)
    text = picks_in_words((use.id,) * max(1, count), system.superior_uses)
    spent = picks_in_words(picks, system.superior_uses) or "nothing"
    tip = f"{use.name}: {use.effect} ({whose})"
    step, after = f"spend {whose} on {spent}", structs.replace(entry, picks=picks)
    return AfterRollChoice(text, after, step, tip, on=bool(count), about="superior")


def _ideas(entry: Entry, result: Result, roster: Roster, system: System) -> list[AfterRollChoice]:
    """Return ideas for the effect of a critical, to be stored as a note.

    Ideas that the damage of an attack already includes are left out, since damage has its own control, and those about
    damage and weapons for tests that have nothing to do with them, unless they are noted already.
    """
    made: list[AfterRollChoice] = []
    hits = _hits(entry, result, roster)
    for hand, success in choices_after_roll.criticals(result, entry.override):
        whose = f"{winner_name(entry.draft, 'b')}: " if hand == "b" else ""
        ideas = system.criticals.success if success else system.criticals.failure
        unfit = _unfit_ideas(entry.draft, hand, system, hits=hits and hand == "a")
        found = [(idea, _idea(entry, f"{whose}{idea}")) for idea in ideas]
        made += [one for idea, one in found if one.on or idea not in unfit]
    return made


def _unfit_ideas(draft: Draft, hand: Hand, system: System, *, hits: bool) -> tuple[str, ...]:
    """Return the ideas for a critical that do not fit the test of a side, which `hits` if it is an attack."""
    damage = system.criticals.damage if hits or not may_harm(draft, hand, system) else ()
    ability = draft.side(hand).ability
    bodily = ability is not None and ability.kind in {AbilityKind.CHECK, AbilityKind.RESISTANCE, AbilityKind.REP}
    return (*damage, *(system.criticals.weapon if bodily else ()))


def _hits(entry: Entry, result: Result, roster: Roster) -> bool:
    """Return whether a roll is an attack that hits."""
    return hit_of(entry.draft, result, entry.override, roster.character(entry.draft.character)) is not None


def _with_own_control(entry: Entry, result: Result, roster: Roster, system: System) -> set[str]:
    """Return the ideas for criticals that are consequences which can be applied: actions in a fight, broken weapons."""
    scene, found = roster.on_stage, set[str]()
    for hand, success in choices_after_roll.criticals(result, entry.override):
        side, whose = entry.draft.side(hand), f"{winner_name(entry.draft, 'b')}: " if hand == "b" else ""
        fights = scene is not None and scene.now is not None and scene.fighter(side.character) is not None
        armed = not success and attack_of(side, roster.character(side.character)) is not None
        ideas = (*(system.criticals.action if fights else ()), *(system.criticals.weapon if armed else ()))
        found |= {f"{whose}{idea}" for idea in ideas}
    return found


def _idea(entry: Entry, text: str) -> AfterRollChoice:
    parts = entry.note.split(BETWEEN) if entry.note else []
    on = text in parts
    note = BETWEEN.join([part for part in parts if part != text] if on else [*parts, text])
    step = f"{'take back' if on else 'note'} “{text}”"
    return AfterRollChoice(
        text,
        structs.replace(entry, note=note),
        step,
        "An idea for the critical: click to note it",
        on=on,
        quiet=True,
        about="superior",
    )


def _own(result: Graded | Contest, hand: Hand) -> Graded:
    """Return the verdict of one side."""
    if isinstance(result, Contest):
        return result.a if hand == "a" else result.b
    return result


def wants_third_result(result: Result) -> bool:
    """Return whether both sides succeed, so that the GM names a third result (EP1, "Opposed tests")."""
    return isinstance(result, Contest) and result.reason == "both_succeeded"


def with_third_result(entry: Entry, text: str) -> Entry:
    """Return the entry with the third result of a variable opposed test as its note."""
    return structs.replace(entry, note=" ".join(text.split()))


def with_name(name: str, choice: AfterRollChoice) -> AfterRollChoice:
    """Return a choice whose text begins with the name, unless the text contains it."""
    return structs.replace(choice, text=f"{name}: {choice.text}") if name not in choice.text else choice


def noted(entry: Entry, consequence: str, name: str, whose: str = "") -> AfterRollChoice:
    """Return the choice that notes a consequence with an entry, or removes the note."""
    consequence = f"{whose}{consequence}"
    notes = [one for one in entry.note.split(BETWEEN) if one]
    on = consequence in notes
    others = [one for one in notes if one != consequence]
    changed = structs.replace(entry, note=BETWEEN.join(others if on else [*notes, consequence]))
    text = consequence[:1].upper() + consequence[1:]
    tip = f"Note it for {name} in the log" if not on else f"Remove it from the note of {name}"
    return AfterRollChoice(text, changed, f"note: {consequence}", tip, on=on)


def with_effect(
    noted: AfterRollChoice, victim: str, *, typed: str = "", weapon: str = "", actions: int = 0, points: int = 0
) -> AfterRollChoice:
    """Return a consequence that is applied when it is noted; one without an effect is only noted."""
    if not (typed or weapon or actions or points):
        return noted
    fields = structs.asdict(noted)
    return Consequence(**fields, victim=victim, typed=typed, weapon=weapon, actions=actions, points=points)
