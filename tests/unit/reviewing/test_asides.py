"""A sentence on others' work, or on how a paper is arranged, says little on the paper itself."""

from __future__ import annotations

import pytest

from scholarai.reviewing.candidates import is_aside


@pytest.mark.parametrize(
    ("sentence", "aside"),
    [
        ("One study showed that beer reduced illness after a marathon [14].", True),
        ("Smith et al. (2016) support this finding.", True),
        ("Another study (20) compared yoga to a waiting list.", True),
        ("The rest of this paper is structured as follows.", True),
        ("In this trial, 40 patients were found to improve [3].", False),
        ("We used the method that Smith et al. [7] described.", False),
        ("The primary outcome was pain, measured by the VAS (Keuthen et al. 1995).", False),
        ("The results showed a significant increase (P = .02).", False),
    ],
)
def test_an_aside_is_told_from_a_statement_on_the_paper_s_own_work(sentence: str, aside: bool) -> None:
    assert is_aside(sentence) == aside
