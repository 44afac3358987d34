"""A part of a pane that is built late takes its place among the others."""

from card_window import CardHands


def test_tab_walks_lists_that_were_built_late_in_their_order_on_the_card(gm: CardHands) -> None:
    stat = gm.window.stat
    for field, words in (("traits", "Brave"), ("ware", "Eidetic memory"), ("gear", "Rope")):
        if not getattr(gm.lao, field):
            stat.lists[field].begin()
            gm.types(words)
            gm.window.roster.view.setFocus()
    gm.settles()
    stat.lists["ware"].edit.setFocus()
    reached = [gm.focused()]
    for _ in range(2):
        gm.keys("Tab")
        reached.append(gm.focused())
    assert reached == [stat.lists[field].edit for field in ("ware", "gear", "traits")]
