"""The results of a typed line: tests with their odds, characters and sums of dice; and the history of typed lines."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import zip_longest

from msgspec import Struct, structs

from gm_desk.core.characters.roster import Character
from gm_desk.core.combat.attack_choices import mode_in_words, use_of
from gm_desk.core.combat.several import against_several, chance_against
from gm_desk.core.drafts import abilities
from gm_desk.core.drafts.abilities import attack_of
from gm_desk.core.drafts.draft import LEVELS, AbilityKind, Chip, Draft, Mode, Origin, Side
from gm_desk.core.drafts.evaluation import whole_odds
from gm_desk.core.errors import TooManyTargetsError
from gm_desk.core.finder.index import RollableIndex
from gm_desk.core.finder.meanings import (
    CharacterMeant,
    ConditionMeant,
    DiceMeant,
    ForSeveral,
    HarmMeant,
    Meaning,
    Prepared,
    Unclear,
)
from gm_desk.core.rules.outcomes import BothOdds, CheckOdds, Odds, OwnOdds
from gm_desk.core.rules.requests import KaiserCheck
from gm_desk.core.scenes.effects import bar_to_defence
from gm_desk.core.systems.registry import RULES
from gm_desk.core.wording.phrases import ENDS_OF_ATTACK, ENDS_OF_CONTEST, contest_chances, minus, percent, signed
from gm_desk.model.files.session import Session
from gm_desk.model.roll.composing import as_taken

MOST_CHANCES = 4
"""The most targets whose chances are listed one by one."""
MOST_AGAINST_SEVERAL = 4
"""The most readings of a line with several targets, which take long to compose."""
ONE = {"wounds": "wound", "traumas": "trauma"}
"""The singular of what is counted."""


class FinderRow(Struct, frozen=True):
    """One row of the finder: a meaning in full, its odds, and the action of Enter."""

    text: str
    meaning: Meaning
    odds: str = ""


class FinderResults(Struct, frozen=True):
    """The rows for a line, best first; `sharp` unless the best one is a guess or there is none."""

    rows: tuple[FinderRow, ...] = ()
    sharp: bool = False

    @property
    def doubtful(self) -> bool:
        """Whether the first row describes an error or an ambiguity."""
        return bool(self.rows) and isinstance(self.rows[0].meaning, Unclear)


class FinderSearch:
    """A search of the open roster, whose index is rebuilt only after the roster has changed."""

    def __init__(self, session: Session, selected: Callable[[], Sequence[str]] = tuple) -> None:
        """Search the roster of a session; a line without a name means the selected character.

        A condition or damage without a name is for all who are `selected`.
        """
        self._session = session
        self._selected = selected
        self._index: RollableIndex | None = None
        self._rows: list[tuple[Meaning, FinderRow]] = []
        self._circumstances: tuple[object, ...] = ()
        self.history = FinderHistory(session)

    def find(self, line: str) -> FinderResults:
        """Return the possible meanings of a line."""
        from gm_desk.core.finder.line import MOST, read_line

        draft = self._current_draft()
        meant = read_line(line, self._current_index(), draft, MOST)
        rows = dict[object, FinderRow]()
        meanings = self._for_selected(line, meant.meanings, draft)
        several = any(isinstance(one, Prepared) and one.targets for one in meanings)
        for row in self._rows_of(meanings[: MOST_AGAINST_SEVERAL if several else MOST + 1]):
            rows.setdefault((row.text, row.odds, _people_of(row.meaning)), row)
        return FinderResults(tuple(rows.values()), meant.sharp)

    def _for_selected(self, line: str, meanings: Sequence[Meaning], draft: Draft) -> Sequence[Meaning]:
        """Return the meanings, of which a condition or damage without a name is for all who are selected.

        It has no name if it would be for another character if that one were current.
        """
        from gm_desk.core.finder.line import read_line

        first = meanings[0] if meanings else None
        if not isinstance(first, ConditionMeant | HarmMeant):
            return meanings
        ids = tuple(self._selected())
        if first.character not in ids or len(ids) == 1:
            return meanings
        other = next(one for one in ids if one != first.character)
        again = read_line(line, self._current_index(), structs.replace(draft, character=other), 1).meanings[:1]
        same = [one.character for one in again if isinstance(one, ConditionMeant | HarmMeant)] == [other]
        return [ForSeveral(first, ids), *meanings[1:]] if same else meanings

    def person(self, words: str) -> tuple[Character | None, str]:
        """Return the character that words name, else why nobody is meant, or ""."""
        from gm_desk.core.finder.changes import person

        return person(words, self._current_index(), "")

    def make_ready(self) -> None:
        """Build the index before the first letter is typed."""
        self._current_index()

    def _current_index(self) -> RollableIndex:
        document = self._session.document
        if (
            self._index is None
            or self._index.roster is not document.roster
            or self._index.system is not document.system
        ):
            self._index = RollableIndex(document.roster, document.system, RULES[document.system.id])
        return self._index

    def _current_draft(self) -> Draft:
        """Return the current test; without one, that of the selected character, for a bare number."""
        document, draft = self._session.document, self._session.drafting.draft
        if draft.character or not self._session.view.selected:
            return draft
        selected = document.character(self._session.view.selected)
        return abilities.for_character(draft, selected, document.system, RULES[document.system.id])

    def _rows_of(self, meanings: Sequence[Meaning]) -> list[FinderRow]:
        """Return the rows of meanings; those that the line before had as well are not composed again."""
        drafting = self._session.drafting
        circumstances = self._current_index(), drafting.draft, drafting.record
        if any(new is not old for new, old in zip_longest(circumstances, self._circumstances)):
            self._circumstances, self._rows = circumstances, []
        known, self._rows = self._rows, []
        for meaning in meanings:
            row = next((row for meant, row in known if meant == meaning), None) or self._row(meaning)
            self._rows.append((meaning, row))
        return [row for _, row in self._rows]

    def _row(self, meaning: Meaning) -> FinderRow:
        """Return the row of a meaning."""
        match meaning:
            case Prepared():
                drafting = self._session.drafting
                meaning = structs.replace(meaning, draft=as_taken(drafting, drafting.opposition.aimed(meaning.draft)))
                return self._several(meaning) if meaning.targets else self._test(meaning)
            case DiceMeant():
                return FinderRow(minus_signs(f"Roll {meaning.expression}"), meaning, "sum of dice")
            case CharacterMeant():
                return FinderRow(meaning.name, meaning)
            case ConditionMeant():
                return FinderRow(f"{meaning.name} · {meaning.line}", meaning, "condition")
            case HarmMeant():
                if not meaning.line.startswith("heal"):
                    return FinderRow(f"{meaning.name} · {meaning.track} {meaning.line}", meaning, "harm")
                track = ONE.get(meaning.track, meaning.track) if meaning.line == "heal 1" else meaning.track
                return FinderRow(f"{meaning.name} · {meaning.line} {track}", meaning, "healing")
            case ForSeveral():
                row, one = self._row(meaning.meaning), meaning.meaning.name
                return FinderRow(f"{len(meaning.ids)} selected{row.text.removeprefix(one)}", meaning, row.odds)
            case Unclear():
                return FinderRow(meaning.says, meaning)

    def _test(self, meaning: Prepared) -> FinderRow:
        document, draft = self._session.document, meaning.draft
        house = draft.house(document.house)
        rules = RULES[document.system.id]
        request = rules.ask(draft)
        text = self._acting_in_words(draft)
        if draft.opposed and draft.opponent is not None:
            other, reach = draft.opponent, document.system.reach is not None
            bar = bar_to_defence(other, document.character(other.character), rules, document.house)
            text += f" vs {side_in_words(other, rules.net(other, house).net, bar, reach=reach)}"
        elif isinstance(request, KaiserCheck):
            text += f" vs {minus(request.difficulty)}"
        odds = whole_odds(draft, request, document.system, document.house)
        return FinderRow(text, meaning, odds_in_words(odds, draft.mode))

    def _several(self, meaning: Prepared) -> FinderRow:
        """Return the row of a test against several targets, as it will be rolled against them."""
        document = self._session.document
        system, rules = document.system, RULES[document.system.id]
        others = document.all_existing(meaning.targets)
        try:
            several = against_several(meaning.draft, others, document.roster, system, rules, document.house)
        except TooManyTargetsError as error:
            return FinderRow(error.problem, Unclear(error.problem))
        first, house = several.targets[0].side, several.draft.house(document.house)
        against = side_in_words(first, rules.net(first, house).net, reach=system.reach is not None)
        names = "".join(f", {one.side.name}" for one in several.targets[1:])
        odds = chances_in_words(
            [chance_against(several, one, rules, house) for one in several.targets], several.draft.mode
        )
        return FinderRow(f"{self._acting_in_words(several.draft, len(others))} vs {against}{names}", meaning, odds)

    def _acting_in_words(self, draft: Draft, count: int = 1) -> str:
        """Return the acting side as text, with the firing mode of its attack and the shots."""
        document = self._session.document
        rules, system = RULES[document.system.id], document.system
        attack = attack_of(draft, document.character(draft.character))
        use = None if attack is None else use_of(attack, draft.setup, system)
        named = attack.name if attack else ""
        if attack is not None and use is not None:
            named = f"{named} ({mode_in_words(use, attack, count)})"
        net = rules.net(draft, draft.house(document.house)).net
        return side_in_words(draft, net, named, reach=system.reach is not None)


def _people_of(meaning: Meaning) -> object:
    """Return who a meaning is about, so that only rows of the same test are the same."""
    if isinstance(meaning, Prepared):
        return meaning.draft.character, meaning.draft.side("b").character, meaning.others
    return getattr(meaning, "character", "")


def side_in_words(side: Side, net: int, before: str = "", *, reach: bool) -> str:
    """Return a side's roll as text: "Lao Qing · Guns 65 −20 = 45"; a difficulty to reach is not a modifier.

    What comes `before` the skill is the name of an attack, whose damage dice are among the modifiers, or what keeps the
    side from defending.
    """
    from gm_desk.core.finder.meanings import TYPED
    from gm_desk.model.roll.roll_text import NO_DEFENCE

    if side.ability is None:
        return f"{side.name} · {NO_DEFENCE}"
    what = f"{side.what} (default)" if side.defaults else side.what
    parts = [part for part in (side.name, before, f"{what} {minus(side.base)}") if part]
    known = (chip for chip in side.counting if chip.value or chip.damage or chip.disadvantage)
    chips = [chip for chip in known if not (reach and chip.origin is Origin.DIFFICULTY)]
    text = " · ".join(parts) + "".join(f" {one}" for one in levels_in_short(side))
    for chip in chips:
        label = "" if chip.label == TYPED else f" {chip.label}"
        text += label + "".join(f" {one}" for one in _effects(chip))
    if net != sum(chip.value for chip in chips):
        text += f", total {signed(net)}"
    return f"{text} = {minus(side.base + net)}" if chips else text


def _effects(chip: Chip) -> list[str]:
    """Return the effects of a chip: its modifier, and the dice that it adds to the damage."""
    dice = f"+{chip.damage} damage" if chip.damage else ""
    levels = f"D{chip.disadvantage}" if chip.disadvantage else ""
    return [one for one in (signed(chip.value) if chip.value else "", levels, dice) if one]


def levels_in_short(side: Side) -> list[str]:
    """Return the levels of a side in typed notation: "A2", "D1", "F−1"."""
    return [f"{level[0].upper()}{minus(side.level(level))}" for level in LEVELS if side.level(level)]


def odds_in_words(odds: OwnOdds | BothOdds | None, mode: Mode) -> str:
    """Return the odds of a test in short."""
    match odds:
        case Odds():
            return f"TN {minus(odds.target)} · {percent(odds.chance)}"
        case CheckOdds():
            return f"{percent(odds.success)} to succeed"
        case _:
            return " · ".join(f"{name} {percent(chance)}" for name, chance in contest_chances(odds, mode))


def chances_in_words(chances: Sequence[Fraction | None], mode: Mode) -> str:
    """Return the chances against several targets in short: of each, or the least and the best of many."""
    known = [chance for chance in chances if chance is not None]
    if not known:
        return ""
    ends = ENDS_OF_ATTACK if mode is Mode.ATTACK else ENDS_OF_CONTEST
    if len(known) > MOST_CHANCES:
        return f"{ends['a']} {percent(min(known))} to {percent(max(known))}"
    return f"{ends['a']} {', '.join(map(percent, known))}"


def minus_signs(text: str) -> str:
    """Return an expression with typographic minus signs."""
    return text.replace("-", minus(-1)[0])


def with_pinned(meaning: Prepared, standing: Draft) -> Draft:
    """Return a test to be composed further; one of a bare number keeps the pinned chips."""
    draft = meaning.draft
    if draft.ability is None or draft.ability.kind is not AbilityKind.BARE:
        return draft
    for chip in standing.chips:
        if chip.pinned:
            draft = draft.with_chip(chip)
    return draft


class FinderHistory:
    """The lines that were rolled or opened, with the position in them."""

    def __init__(self, session: Session) -> None:
        """Begin after the newest line."""
        self._settings = session.settings
        self._back = 0

    @property
    def walking(self) -> bool:
        """Whether an earlier line is shown."""
        return self._back > 0

    def step(self, back: int) -> str | None:
        """Move back (1) or forward (−1); return that line, "" after the newest one, None beyond either end."""
        lines = self._settings.state.history
        if not 0 <= self._back + back <= len(lines):
            return None
        self._back += back
        return lines[-self._back] if self._back else ""

    def leave(self) -> None:
        """Return to the position after the newest line."""
        self._back = 0

    def remember(self, line: str) -> None:
        """Add a line as the newest one."""
        self.leave()
        self._settings.add_line(line)
