"""Identifiers are known in the forms in which people copy them."""

from __future__ import annotations

import pytest

from scholarai.domain.identifiers import identifier_in


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("10.1000/ABC", "doi:10.1000/abc"),
        ("https://doi.org/10.1000/abc", "doi:10.1000/abc"),
        ("http://dx.doi.org/10.1000/abc", "doi:10.1000/abc"),
        ("doi: 10.1000/abc.", "doi:10.1000/abc"),
        ("https://doi.org/10.1000%2Fabc", "doi:10.1000/abc"),
        ("(10.1000/abc)", None),
        ("10.1016/s0735-1097(98)00347-7", "doi:10.1016/s0735-1097(98)00347-7"),
        (
            "10.1002/(SICI)1097-4571(199009)41:6<391::AID-ASI1>3.0.CO;2-9",
            "doi:10.1002/(sici)1097-4571(199009)41:6<391::aid-asi1>3.0.co;2-9",
        ),
        ("10.48550/arXiv.2101.00001v3", "arxiv:2101.00001"),
        ("2101.00001v2", "arxiv:2101.00001"),
        ("arXiv:2101.00001", "arxiv:2101.00001"),
        ("https://arxiv.org/pdf/2101.00001v2.pdf", "arxiv:2101.00001"),
        ("hep-th/9901001", "arxiv:hep-th/9901001"),
        ("math.GT/0309136", "arxiv:math/0309136"),
        ("PMC4234579", "pmcid:PMC4234579"),
        ("https://www.ncbi.nlm.nih.gov/pmc/articles/PMC4234579/", "pmcid:PMC4234579"),
        ("PMID: 25349395", "pmid:25349395"),
        ("https://pubmed.ncbi.nlm.nih.gov/25349395/", "pmid:25349395"),
        ("25349395", None),
        ("On the Engine", None),
        ("", None),
        ("10.1000/", None),
        ("10.1000/" + "a" * 10_000, None),
    ],
)
def test_an_identifier_is_known_in_any_form(text: str, expected: str | None) -> None:
    found = identifier_in(text)

    assert (None if found is None else str(found)) == expected
