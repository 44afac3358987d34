"""Characters of all kinds, to be printed."""

from hypothesis import strategies as st

from gm_desk.core.cards.cards import Block, Card, CardTable, Figures, HarmLine, Run, Words
from gm_desk.core.characters.roster import Character, Skill
from gm_desk.core.characters.stat_block import Armor, Attack, Movement, Points, Specialisation
from gm_desk.core.rules.health import Health
from makers import ids

LETTERS = st.characters(codec="utf-8")
words = st.text(LETTERS, max_size=30)
long_words = st.text(LETTERS, min_size=1, max_size=400)
names = st.one_of(words, long_words).filter(str.strip)
prose = st.lists(words, max_size=120).map(" ".join) | st.text(st.sampled_from("ab c\n"), max_size=2000)
points = st.builds(Points, now=st.integers(0, 12), max=st.integers(0, 12))
specialisations = st.builds(Specialisation, name=words, rating=st.none() | st.integers(0, 150))
skills = st.builds(
    Skill,
    id=ids,
    name=names,
    rating=st.integers(-100, 150),
    aptitude=st.sampled_from(["", "COG", "SOM"]),
    specialisations=st.lists(specialisations, max_size=3).map(tuple),
    note=words,
)
attacks = st.builds(
    Attack,
    id=ids,
    name=names,
    skill=words,
    rating=st.none() | st.integers(-50, 150),
    damage=words,
    ammo=st.none() | points,
    armor_piercing=st.booleans(),
    penetration=st.integers(0, 30),
    damage_bonus=st.booleans(),
    notes=prose,
)
armor = st.builds(
    Armor,
    values=st.dictionaries(st.sampled_from(["energy", "kinetic", "Cut"]), st.integers(0, 99), max_size=3),
    name=words,
)
movement = st.builds(Movement, name=words, speed=words, base=st.none() | st.integers(0, 99))
printed = st.builds(
    Character,
    id=ids,
    name=names,
    kind=st.sampled_from(["pc", "npc"]),
    concept=prose,
    morph=words,
    number=st.integers(1, 9),
    portrait=st.sampled_from(["", "face"]),
    stats=st.dictionaries(st.sampled_from(["COG", "SOM", "DUR", "WT", "LUC", "STR", "Own"]), st.integers(0, 999)),
    checks=st.dictionaries(st.sampled_from(["COG", "WIL"]), st.integers(0, 200)),
    health=st.builds(Health, damage=st.integers(0, 99), wounds=st.integers(0, 40), stress=st.integers(0, 9)),
    points=st.dictionaries(words.filter(str.strip), points, max_size=3),
    armor=st.lists(armor, max_size=2).map(tuple),
    movement=st.lists(movement, max_size=2).map(tuple),
    attacks=st.lists(attacks, max_size=3).map(tuple),
    skills=st.lists(skills, max_size=30).map(tuple),
    rep=st.dictionaries(words, st.integers(0, 99), max_size=2),
    ware=st.lists(words, max_size=9).map(tuple),
    gear=st.lists(prose, max_size=3).map(tuple),
    notes=prose,
)


def words_of(card: Card) -> list[str]:
    """List all texts on a card, block by block."""
    return [card.title, *(word for block in card.blocks for word in words_in(block))]


def words_in(block: Block) -> list[str]:
    """List all texts in a block of a card."""
    match block:
        case Figures():
            return [word for cell in block.cells for word in (cell.name, cell.value, cell.detail)]
        case HarmLine():
            return [block.name, block.now, block.most, block.injury]
        case CardTable():
            rows = [word for row in block.rows for word in (row.name, row.middle, row.value, row.detail)]
            return [block.heading, *rows]
        case Run():
            return [block.label, *(word for row in block.rows for word in (row.name, row.value, row.detail))]
        case Words():
            return [block.label, block.text]
