"""A three-way merge loses no change and comes to rest."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scholarai.domain.merging import merge3
from scholarai.domain.zotero import Said, merged

LETTERS = st.sampled_from("abcd")
TEXTS = st.sampled_from(["", "a", "b", "a\n\nb", "b\n\na", "c" * 20_000, "d" * 20_000])
SAID = st.builds(Said, text=TEXTS, colour=st.sampled_from(["yellow", "green", "blue"]))


@given(LETTERS, LETTERS, LETTERS)
def test_a_change_of_one_side_is_adopted_and_two_are_combined(base: str, ours: str, theirs: str) -> None:
    now = merge3((base, base), ours, theirs, "{}{}".format).now

    if base in {ours, theirs}:
        assert now == (theirs if ours == base else ours)
    else:
        assert now == (ours if ours == theirs else ours + theirs)


@given(LETTERS, LETTERS, LETTERS)
def test_without_a_combination_each_side_stays_until_one_of_them_changes(base: str, ours: str, theirs: str) -> None:
    first = merge3((base, base), ours, theirs, lambda _ours, _theirs: None)
    again = merge3((first.ours, first.theirs), first.now, theirs, lambda _ours, _theirs: None)

    assert again == first
    assert merge3((first.ours, first.theirs), first.now, "e", lambda _ours, _theirs: None).now == (
        "e" if first.now == first.ours else first.now
    )


@given(SAID, SAID, SAID)
def test_a_merge_that_was_written_to_the_other_side_is_at_rest(base: Said, here: Said, there: Said) -> None:
    first = merged((base, base), here, there)
    # What differs from what both agree on is written; the other side says it from then on.
    text = there.text if first.now.text == first.ours.text else first.now.text
    colour = there.colour if first.now.colour == first.ours.colour else first.now.colour
    written = Said(text=text, colour=colour)

    assert merged((first.now, written), first.now, written).now == first.now
    for changed in (here.text, there.text):  # no text of a person is lost
        assert changed == base.text or changed in first.now.text + written.text
