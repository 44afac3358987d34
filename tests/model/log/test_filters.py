"""The filters of the log by name, and the parts of a search with the search that remains without each."""

import pytest

from gm_desk.core.rules.outcomes import Grade
from gm_desk.core.systems.registry import RULES
from gm_desk.model.log.filters import facets_of, grade_in_words, grades_of, groups_of
from gm_desk.store.journal.entries import Search

WHOLE = Search(
    words="guns", character="lao", grades=frozenset({Grade.CRITICAL_FAILURE}), session="friday", secret=False
)


def test_only_kaiser_calls_its_critical_failure_a_fumble() -> None:
    names = {system: grade_in_words(Grade.CRITICAL_FAILURE, system) for system in RULES}
    assert names == {"ep1": "Critical failure", "ep2": "Critical failure", "kaiser": "Fumble"}


@pytest.mark.parametrize("system", RULES)
def test_successes_and_failures_are_all_grades_of_a_system(system: str) -> None:
    groups = groups_of(system)
    assert groups["Successes"] | groups["Failures"] == set(RULES[system].GRADES)
    assert frozenset.union(*grades_of(system).values()) == set(RULES[system].GRADES)


def test_each_part_of_a_search_is_removed_by_itself_and_the_words_are_no_part() -> None:
    parts = list(facets_of(WHOLE, "ep2", {"lao": "Lao Qing"}.__getitem__, {"friday": "Friday"}.__getitem__))
    assert [one.words for one in parts] == ["Lao Qing", "✖ Critical failure", "Friday", "Without secret"]
    for part, field in zip(parts, ("character", "grades", "session", "secret"), strict=True):
        changed = {name for name in Search.__struct_fields__ if getattr(part.without, name) != getattr(WHOLE, name)}
        assert changed == {field}


def test_a_set_of_grades_without_a_name_is_some_verdicts() -> None:
    search = Search(grades=frozenset({Grade.SUCCESS, Grade.CRITICAL_FAILURE}))
    assert [one.words for one in facets_of(search, "ep2", str, str)] == ["Some verdicts"]
