from ui_makers import GM


def shown(gm: GM) -> list[str]:
    found = gm.window.header.finder.list
    return [found.item(row).text() for row in range(found.count())] if found.isVisible() else []


def find(gm: GM, words: str) -> None:
    gm.keys("Ctrl+K")
    gm.types(words)


def test_it_goes_to_a_character(gm: GM) -> None:
    find(gm, "eva")
    assert shown(gm)[0] == "Eva"
    gm.keys("Return")
    assert gm.window.stat.head.name.text() == "Eva"
    assert gm.window.roster.view.hasFocus()
    assert (gm.window.header.finder.text(), shown(gm)) == ("", [])


def test_it_goes_to_a_skill_of_a_character_ready_to_be_rolled(gm: GM) -> None:
    find(gm, "lao mel")
    gm.keys("Return")
    assert gm.test() == "Melee 65 Lao Qing"
    gm.keys("Return")
    assert gm.log()[0][2] == "Melee"


def test_it_goes_to_a_check(gm: GM) -> None:
    find(gm, "eva cog check")
    gm.keys("Return")
    assert gm.test() == "COG check 60 Eva"


def test_it_runs_a_command_and_shows_its_key(gm: GM) -> None:
    find(gm, "new group")
    assert shown(gm) == ["New group   Ctrl+G"]
    gm.keys("Return")
    assert gm.roster.groups[-1].name == "New group"


def test_the_arrows_choose_among_what_is_found(gm: GM) -> None:
    find(gm, "guns")
    second = shown(gm)[1]
    gm.keys("Down", "Return")
    assert gm.test().split(" ", 2)[2] == second.split(" · ")[0]


def test_the_arrows_go_round(gm: GM) -> None:
    find(gm, "guns")
    last = shown(gm)[-1]
    gm.keys("Up")
    assert gm.window.header.finder.list.currentItem().text() == last


def test_a_click_goes_there_too(gm: GM) -> None:
    find(gm, "eva")
    found = gm.window.header.finder.list
    gm.click(found.viewport(), found.visualItemRect(found.item(0)).center())
    assert gm.window.stat.head.name.text() == "Eva"


def test_it_reaches_whom_the_filter_hides(gm: GM) -> None:
    gm.keys("Ctrl+F")
    gm.types("lao")
    find(gm, "eva")
    gm.keys("Return")
    assert gm.window.stat.head.name.text() == "Eva"
    assert gm.window.roster.filter.text() == ""


def test_words_that_find_nothing_say_so_and_enter_does_nothing(gm: GM) -> None:
    find(gm, "zzz")
    assert shown(gm) == ["Nothing found"]
    gm.keys("Return")
    assert (gm.window.header.finder.text(), gm.test()) == ("zzz", "Guns 65 Lao Qing")


def test_escape_leaves_it_for_the_roster(gm: GM) -> None:
    find(gm, "eva")
    gm.keys("Esc")
    assert gm.window.roster.view.hasFocus()
    assert (gm.window.header.finder.text(), shown(gm)) == ("", [])


def test_the_list_lies_inside_the_window(gm: GM) -> None:
    find(gm, "guns")
    assert gm.window.rect().contains(gm.window.header.finder.list.geometry())
