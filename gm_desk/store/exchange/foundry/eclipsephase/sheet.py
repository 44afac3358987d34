"""The sheet of a Foundry actor (eclipsephase): aptitudes, health, pools, rep and descriptive fields."""

from collections.abc import Mapping
from typing import Any

from gm_desk.core.characters.roster import MOST_APTITUDE, MOST_CHECK, MOST_STAT
from gm_desk.core.characters.stat_block import MOST_AMOUNT, Points
from gm_desk.core.rules.health import Health
from gm_desk.store.exchange.foreign_data import EMPTY, FieldCursor, lines_of, mapping, number, text, why_not, within
from gm_desk.store.exchange.foundry.eclipsephase.terms import APTITUDES, EGO, KNOWN_ID, POOLS, USUAL_CHECK

NO_ID = ("", "none")
MOST_IGNORED = 9
UNUSED_ID = "an ID that is not in use"
FAVORS = "GM Desk does not count favors"
NO_STRAIN = "what a sheet says without a psi strain"


def aptitudes(body: FieldCursor) -> dict[str, int]:
    """Import the aptitudes."""
    found: dict[str, int] = {}
    for key, ours in APTITUDES.items():
        value = body.number(("aptitudes", key, "value"), 0, MOST_APTITUDE, ours)
        found |= {} if value is None else {ours: value}
    return found


def checks(body: FieldCursor, stats: Mapping[str, int]) -> dict[str, int]:
    """Import the checks that are not the usual multiple of their aptitudes: explicit, or changed by a modifier."""
    found: dict[str, int] = {}
    for key, ours in APTITUDES.items():
        for field, base in (("roll", 0), ("mod", USUAL_CHECK * stats.get(ours, 0))):
            written = number(body.peek("aptitudes", key, field))
            if not written or written + base == USUAL_CHECK * stats.get(ours, 0):
                continue
            check = within(written + base, 0, MOST_CHECK)
            if check is None:
                body.leave(("aptitudes", key, field), why_not(written + base, 0, MOST_CHECK))
            else:
                body.came(("aptitudes", key, field), f"{ours} check {check}")
                found[ours] = check
    return found


def derived(body: FieldCursor, morph: FieldCursor) -> dict[str, int]:
    """Import the explicit derived values; the sheet does not store those that it computes."""
    places = {
        "INIT": ("initiative", "value"),
        "LUC": ("mental", "luc"),
        "TT": ("mental", "tt"),
        "IR": ("mental", "ir"),
        "WT": ("physical", "wt"),
        "DR": ("physical", "dr"),
    }
    found = {key: body.number(path, 0, MOST_STAT, key) for key, path in places.items()}
    dur = morph.number(("dur",), 0, MOST_STAT, "DUR")
    more = number(body.peek("mods", "durmod"))
    if dur and more and within(dur + more, 1, MOST_STAT):
        body.came(("mods", "durmod"), f"DUR {dur + more}: {more:+}")
        dur += more
    return {key: value for key, value in {**found, "DUR": dur}.items() if value is not None}


def health(body: FieldCursor, stats: Mapping[str, int]) -> Health:
    """Import damage, stress, wounds and traumas, and how many are ignored."""
    damage = body.number(("physical", "damage"), 0, MOST_AMOUNT, "damage")
    stress = body.number(("mental", "stress"), 0, MOST_AMOUNT, "stress")
    lucidity = stats.get("LUC", 2 * stats["WIL"] if "WIL" in stats else None)
    return Health(
        damage=damage or _suffered(body, "physical", "damage", stats.get("DUR")),
        wounds=body.number(("physical", "wounds"), 0, MOST_AMOUNT, "wounds") or 0,
        stress=stress or _suffered(body, "mental", "stress", lucidity),
        traumas=body.number(("mental", "trauma"), 0, MOST_AMOUNT, "traumas") or 0,
        ignored_wounds=_ignored(body, "woundMod", "wounds"),
        ignored_traumas=_ignored(body, "traumaMod", "traumas"),
    )


def _suffered(body: FieldCursor, track: str, what: str, whole: int | None) -> int:
    """Import the value of a bar: newer sheets count what was suffered, older ones may count what is left."""
    path = ("health", track, "value")
    if body.base[-1:] == ("system",):
        return body.number(path, 0, MOST_AMOUNT, what) or 0
    value = number(body.peek(*path))
    if value and value == whole:
        body.leave(path, f"no {what}: the bar is full")
    elif value:
        body.leave(path, f"an older sheet does not say whether {value} is the {what} or what is left")
    return 0


def _ignored(body: FieldCursor, key: str, what: str) -> int:
    """Import how many wounds or traumas are ignored: a negative modifier removes them."""
    path = ("mods", key)
    found = within(body.peek(*path), -MOST_IGNORED, -1)
    if found is None:
        return 0
    body.came(path, f"{-found} {what} ignored")
    return -found


def pools(body: FieldCursor, morph: FieldCursor) -> dict[str, Points]:
    """Import the pools of the morph, with the ego's Flex, and the points left of each."""
    found: dict[str, Points] = {}
    for key in POOLS:
        most = morph.number((key,), 0, MOST_AMOUNT, key.capitalize())
        if key == "flex":
            own = body.number(("ego", "egoFlex"), 0, MOST_AMOUNT, "Flex of the ego")
            most = (most or 0) + own if own else most
        found |= _points(key, body.number(("pools", key, "value"), 0, MOST_AMOUNT, f"{key} left"), most)
    now = body.number(("threatLevel", "current"), 0, MOST_AMOUNT, "threat left")
    most = body.number(("threatLevel", "total"), 0, MOST_AMOUNT, "threat")
    return found | _points("threat", now, most)


def _points(key: str, now: int | None, most: int | None) -> dict[str, Points]:
    """Return points from those left and the maximum."""
    if now is None and most is None:
        return {}
    whole = now or 0 if most is None else min(most, MOST_AMOUNT)
    return {key: Points(now=whole if now is None else now, max=whole)}


def motivations(body: FieldCursor) -> tuple[str, ...]:
    """Import the motivations of the ego or of an NPC."""
    found = []
    for path in (("ego", "motivations"), ("motivations",)):
        found += [body.words((*path, key), "motivation") for key in body.names(*path)]
    return tuple(one for one in found if one)


def rep(body: FieldCursor) -> dict[str, int]:
    """Import the rep scores of the ID in use."""
    path = ("ego", "ids", _selected(body), "rep")
    found: dict[str, int] = {}
    for key in body.names(*path):
        if text(body.peek(*path, key, "value")):
            network = key.removesuffix("-rep")
            score = body.number((*path, key, "value"), 0, MOST_AMOUNT, f"{network}-rep")
            found |= {} if score is None or not network else {network: score}
        entry = mapping(body.peek(*path, key))
        if isinstance(body.peek(*path, key), dict):
            body.leave((*path, key), FAVORS if True in entry.values() else "no favors asked")
    return found


def ego_lines(body: FieldCursor, name: str) -> str:
    """Import the descriptive fields of the ego, a line each, and its IDs."""
    lines = []
    for key, label in EGO.items():
        said = body.words(("ego", key), label)
        lines.append(f"{label}: {said}" if said else "")
    selected = _selected(body)
    lines.append(_own_id(body.below("ego", "ids", selected), name))
    lines += [_other_id(body.below("ego", "ids", key)) for key in body.names("ego", "ids") if key != selected]
    if text(body.peek("ego", "idSelected")):
        body.came(("ego", "idSelected"), f"rep of {selected}")
    return lines_of(lines)


def _selected(body: FieldCursor) -> str:
    """Return which ID is in use, by default the first."""
    said = text(body.peek("ego", "idSelected")).casefold()
    ids = body.names("ego", "ids")
    return next((key for key in ids if key.casefold() == said), ids[0] if ids else "")


def _own_id(known: FieldCursor, name: str) -> str:
    """Import the name of the ID in use, if it differs."""
    said = text(known.peek("name"))
    if said.casefold() in NO_ID:
        return ""
    known.came(("name",), f"ID: {said}")
    return f"{KNOWN_ID}{said}" if said != name else ""


def _other_id(known: FieldCursor) -> str:
    """Import another ID with its scores, unless it is empty."""
    name, scores = text(known.peek("name")), []
    for key in known.names("rep"):
        score = text(known.peek("rep", key, "value"))
        if score:
            known.came(("rep", key, "value"), f"{key} {score}")
            scores.append(f"{key} {score}")
    if name.casefold() not in NO_ID:
        known.came(("name",), f"another ID: {name}")
    used = name.casefold() not in NO_ID or scores
    if isinstance(known.peek(), dict):
        known.leave((), "favors, and networks without a score" if used else UNUSED_ID)
    return f"Another ID: {name or 'unnamed'} ({', '.join(scores) or 'no rep'})" if used else ""


def strain_lines(body: FieldCursor) -> str:
    """Import a psi strain, with its influences if there is one."""
    parts = {key: body.prose(("psiStrain", key), f"psi strain: {key}") for key in ("name", "strainType", "description")}
    said = text(body.peek("psiStrain", "infection"))
    if said and number(said) != 0:
        parts["infection"] = f"infection {body.words(('psiStrain', 'infection'), 'infection')}"
    told = "; ".join(part for part in parts.values() if part)
    return lines_of([f"Psi strain: {told}" if told else "", *_influences(body, there=bool(told))])


def _influences(body: FieldCursor, *, there: bool) -> list[str]:
    """Import the influences of a psi strain."""
    lines = []
    for key in body.names("strainInfluence"):
        path = ("strainInfluence", key, "description")
        if not there:
            _leave_filled(body, path, NO_STRAIN)
        else:
            said = body.prose(path, "an influence of the strain")
            lines.append(f"Influence: {said}" if said else "")
    return lines


def _leave_filled(part: FieldCursor, path: tuple[str, ...], why: str) -> None:
    """Leave out a field with content."""
    value: Any = part.peek(*path)
    if value not in EMPTY:
        part.leave(path, why)
