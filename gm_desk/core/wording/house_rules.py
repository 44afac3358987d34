"""House rules as text: name, effect and choices of each setting."""

from collections.abc import Mapping

from msgspec import Struct, structs

from gm_desk.core.rules.house import ROSTER_SETTINGS, House

CapOrWord = int | bool | str | None

BOOK, DEFAULT = " (the book)", " (default)"
BY_THE_BOOK = frozenset({"cap", "most_severe", "initiative_once", "default_criticals", "characteristic_dice"})
"""Settings whose default is in the book; for the others the book has none, or leaves them to the GM."""

CAPS = (*range(10, 110, 10), None)


class Setting(Struct, frozen=True):
    """A house rule: its key in a roster, its name, its effect, and its choices with their labels."""

    key: str
    name: str
    says: str
    choices: tuple[tuple[CapOrWord, str], ...]


def cap_in_words(cap: int | None) -> str:
    """Return the label of the cap on the net modifier."""
    return "no limit" if cap is None else f"±{cap}"


_CAP = Setting(
    "cap",
    "Modifier cap",
    "How far all modifiers of a test together can raise or lower its target. Anything beyond is lost.",
    tuple((cap, cap_in_words(cap)) for cap in CAPS),
)
_WORDS: Mapping[str, tuple[Setting, ...]] = {
    "ep1": (
        _CAP,
        Setting(
            "printing",
            "Printing of the book",
            "In late printings the roll is the margin of success. In the first one the margin is target minus roll,"
            " initiative is ten times as high, and Moxie ignores all modifiers, not only negative ones.",
            (("late", "3rd printing or later"), ("first", "1st printing")),
        ),
        Setting(
            "most_severe",
            "Modifiers",
            "Whether all modifiers count, or only the largest; of two equally large ones, the negative one.",
            ((False, "all add up"), (True, "only the largest counts")),
        ),
        Setting(
            "initiative_once",
            "Initiative",
            "Whether initiative is rolled anew each turn, or once for a whole fight, which is quicker.",
            ((False, "rolled each turn"), (True, "rolled once a fight")),
        ),
    ),
    "ep2": (
        _CAP,
        Setting(
            "pool_in_cap",
            "+20 from a pool point",
            "Whether the +20 from a point spent before the roll counts towards the cap, or is added on top of it.",
            ((True, "within the cap"), (False, "on top of the cap")),
        ),
        Setting(
            "default_criticals",
            "Critical successes when defaulting",
            "Whether a successful double is critical for a character who rolls the aptitude without the skill.",
            (("ignored", "do not count"), ("count", "count")),
        ),
        Setting(
            "ruling",
            "Ties, and both sides failing",
            "Who wins an opposed test that the rolls leave undecided; the book leaves it to you. You can still decide"
            " otherwise after a roll.",
            (("deadlock", "nobody wins"), ("higher_roll", "the higher roll"), ("higher_skill", "the higher skill")),
        ),
        Setting(
            "static_damage",
            "Damage of attacks",
            "Whether the dice of damage are rolled, or their average is taken, which is quicker with many attackers.",
            ((False, "rolled"), (True, "the average of the dice")),
        ),
    ),
    "kaiser": (
        Setting(
            "characteristic_dice",
            "Dice of a characteristic check",
            "How many dice are added to the characteristic. With two, very high and very low totals are rarer.",
            ((1, "1d6"), (2, "2d6")),
        ),
        Setting(
            "ruling",
            "A tie in an opposed check",
            "Who wins if both totals are equal. You can still decide otherwise after a roll. Attacks are not affected.",
            (("defender", "the defender"), ("roll_off", "both roll a d6 until they differ")),
        ),
    ),
}


def settings_of(system: str, house: House) -> list[Setting]:
    """Return the house rules of a system; the default choice is marked, and an unlisted current value is added."""
    return [_marked(system, _with_current(system, setting, house)) for setting in _WORDS[system]]


def value_of(system: str, key: str, house: House) -> CapOrWord:
    """Return the value of a setting."""
    value: CapOrWord = getattr(house, ROSTER_SETTINGS[system][key])
    return value


def _with_current(system: str, setting: Setting, house: House) -> Setting:
    """Add the current value to the choices if it is not among them."""
    value = value_of(system, setting.key, house)
    if any(value == choice for choice, _ in setting.choices) or not isinstance(value, int):
        return setting
    return structs.replace(setting, choices=((value, cap_in_words(value)), *setting.choices))


def _marked(system: str, setting: Setting) -> Setting:
    """Mark the default choice, as that of the book if it is."""
    usual = value_of(system, setting.key, House())
    mark = BOOK if setting.key in BY_THE_BOOK else DEFAULT
    marked = tuple((value, words + mark if value == usual else words) for value, words in setting.choices)
    return structs.replace(setting, choices=marked)
