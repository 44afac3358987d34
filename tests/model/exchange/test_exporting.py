"""Characters leave in shapes that fit their system, as files with names of their own."""

from gm_desk.core.characters.roster import Character
from gm_desk.model.exchange.exporting import FORMS, MARKDOWN, files_of, forms_for
from gm_desk.store.exchange.exporting import ExportFormat, spelt
from gm_desk.store.shipped import load_system

EP2 = load_system("ep2")
TWINS = [Character(id="1", name="Dock Dog"), Character(id="2", name="Dock Dog")]


def test_only_what_fits_a_system_is_offered() -> None:
    assert len(forms_for(EP2)) == len(FORMS)
    assert [form.shape for form in forms_for(load_system("ep1"))] == ["md", "txt", "json", "csv"]


def test_several_share_a_file_or_have_one_each() -> None:
    assert files_of(TWINS, EP2, MARKDOWN) == {"2-characters.md": spelt(TWINS, EP2, ExportFormat.MARKDOWN)}
    assert list(files_of(TWINS, EP2, FORMS[3])) == ["dock-dog.json", "dock-dog-2.json"]
    assert list(files_of(TWINS[:1], EP2, FORMS[3])) == ["dock-dog.json"]
