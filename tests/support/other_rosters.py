"""Rosters of the other systems for tests: a duel in Kaiser, a bar in Eclipse Phase 1e."""

from gm_desk.core.characters.roster import Character, Group, Roster, Skill

YRSA = Character(
    id="yrsa",
    name="Yrsa",
    group="duel",
    concept="Duellist",
    stats={"STR": 6, "CON": 7, "DEX": 12, "AGI": 9, "PER": 5, "INT": 4, "FC": 6, "WP": 8}
    | {"PrR": 4, "PhR": 5, "IR": 5, "SR": 6, "MR": 7},
    skills=(
        Skill(id="yrsa-strike", name="Strike", rating=5, aptitude="DEX"),
        Skill(id="yrsa-block", name="Block", rating=3, aptitude="DEX"),
        Skill(id="yrsa-occult", name="Occult", rating=-2, aptitude="INT"),
    ),
)
BRAM = Character(
    id="bram",
    name="Bram",
    group="duel",
    concept="Guard",
    stats={"STR": 8, "CON": 8, "DEX": 5, "AGI": 5, "PhR": 6},
    skills=(
        Skill(id="bram-strike", name="Strike", rating=4, aptitude="DEX"),
        Skill(id="bram-block", name="Block", rating=5, aptitude="DEX"),
    ),
)
KAISER = Roster(
    id="harbour",
    name="Harbour",
    system="kaiser",
    groups=(Group(id="duel", name="The duel"),),
    characters=(YRSA, BRAM),
)

MIRA = Character(
    id="mira",
    name="Mira",
    group="bar",
    concept="Courier",
    stats={"COG": 15, "COO": 20, "INT": 10, "REF": 20, "SAV": 15, "SOM": 25, "WIL": 10},
    skills=(
        Skill(id="mira-freerunning", name="Freerunning", rating=60, aptitude="SOM"),
        Skill(id="mira-protocol", name="Protocol", rating=35, aptitude="SAV"),
    ),
)
EP1 = Roster(id="bar", name="The bar", system="ep1", groups=(Group(id="bar", name="Regulars"),), characters=(MIRA,))
