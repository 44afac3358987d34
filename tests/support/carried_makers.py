"""Characters that a sheet of Foundry's eclipsephase can carry without anything beside it."""

import string

from hypothesis import strategies as st

from gm_desk.core.characters.roster import Character, Skill
from gm_desk.core.characters.stat_block import Armor, Attack, Movement, Points, Specialisation
from gm_desk.core.rules.health import Health
from gm_desk.store.shipped import load_system

EP2 = load_system("ep2")

# Words on one line that are not taken for something else, in the fields that a sheet has a place for.

words = st.text(string.ascii_letters + "äé&<>'\"", min_size=1, max_size=10).filter(
    lambda word: word.casefold() not in {"none", "ap"}
)
counts = st.integers(0, 999)
points = st.builds(Points, now=counts, max=counts)
upper = words.map(lambda word: word.capitalize()).filter(lambda word: word.casefold() != "thrustvector")
notes = st.lists(words | st.just(""), max_size=4).map(lambda lines: "\n".join(lines).strip())
one_gap = notes.map(lambda text: text.replace("\n\n\n", "\n\n"))


def a_skill_of(name: str) -> st.SearchStrategy[Skill]:
    kind = EP2.skill_kind(name)
    assert kind is not None
    special = st.lists(st.builds(Specialisation, name=words, rating=st.none() | st.integers(0, 150)), max_size=2)
    return st.builds(
        Skill,
        id=st.just(""),
        name=st.just(name),
        rating=st.integers(0, 150),
        aptitude=st.just(kind.aptitude),
        category=st.just(kind.category),
        specialisations=special.map(tuple),
    )


known_skills = st.sampled_from(
    ["Guns", "Fray", "Perceive", "Free Fall", "Know: Tea", "Hardware: Locks", "Pilot: Air", "Exotic Skill: Yo-yo"]
)
skill_lists = st.sets(known_skills).flatmap(lambda names: st.tuples(*(a_skill_of(name) for name in sorted(names))))
near = st.builds(
    Attack,
    id=st.just(""),
    name=words,
    skill=st.just("Melee"),
    damage=words,
    armor_piercing=st.booleans(),
    notes=words | st.just(""),
)
far = st.builds(
    Attack, id=st.just(""), name=words, skill=st.just("Guns"), damage=words,
    modes=st.sampled_from(["", "SA", "SA/BF/FA"]),
    range=words | st.just(""), ammo=st.none() | points, armor_piercing=st.booleans(),
)  # fmt: skip
ways = st.builds(
    Movement, name=upper | st.just("Thrust Vector"), speed=st.just(""), base=counts, full=st.none() | counts
)
armors = st.builds(Armor, name=words, values=st.dictionaries(st.sampled_from(["energy", "kinetic"]), counts))
carried = st.builds(
    Character,
    id=st.just(""),
    name=words,
    kind=st.sampled_from(["pc", "npc"]),
    morph=words | st.just(""),
    body=st.sampled_from(["", "biomorph", "synthmorph"]),
    motivations=st.lists(words, max_size=5).map(tuple),
    stats=st.dictionaries(st.sampled_from(EP2.aptitudes), st.integers(1, 60)).flatmap(
        lambda aptitudes: st.dictionaries(st.sampled_from(["INIT", "DUR", "WT", "DR", "LUC", "TT", "IR"]), counts).map(
            lambda others: aptitudes | others
        )
    ),
    health=st.builds(
        Health, damage=counts, wounds=counts, stress=counts, traumas=counts,
        ignored_wounds=st.integers(0, 9), ignored_traumas=st.integers(0, 9)
    ),
    points=st.dictionaries(st.sampled_from(["insight", "moxie", "vigor", "flex", "threat"]), points),
    armor=st.lists(armors, max_size=3).map(tuple),
    movement=st.lists(ways, max_size=4).map(tuple),
    attacks=st.lists(near | far, max_size=4).map(tuple),
    skills=skill_lists,
    rep=st.dictionaries(st.sampled_from([*EP2.networks, "z"]), counts),
    ware=st.lists(words, max_size=3).map(tuple),
    gear=st.lists(words | words.map(lambda word: f"3 × {word}"), max_size=3).map(tuple),
    traits=st.lists(words, max_size=3).map(tuple),
    stress_test=words | st.just(""),
    notes=one_gap,
)  # fmt: skip
