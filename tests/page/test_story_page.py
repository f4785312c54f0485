"""What a page of checked stories holds, read without a browser."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import pytest

from factcheck.errors import FormatError
from factcheck.model import Claim, Report, Verdict
from factcheck.page import BoxScore, Table, render_stories, view_story
from factcheck.page.view import evidence_column, evidence_value, proof


class Outline(HTMLParser):
    """Counts the tags of a page and collects the texts of its stories."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self._inside = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.tags.append((tag, found))
        if tag == "div" and found.get("class") == "text":
            self._inside = True
            self.texts.append("")

    def handle_endtag(self, tag: str) -> None:
        self._inside = self._inside and tag != "div"

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.texts[-1] += data


def test_story_text_is_shown_character_by_character(batch: list[Report]) -> None:
    outline = Outline(render_stories(batch))
    assert outline.texts == [report.story.text for report in batch]


def test_nothing_from_a_story_becomes_markup(batch: list[Report]) -> None:
    tags = [tag for tag, _ in Outline(render_stories(batch)).tags]
    assert tags.count("script") == 1
    for tag in ("img", "b", "i", "u", "s", "em"):
        assert tag not in tags


def test_a_note_tells_how_its_claim_was_read(batch: list[Report]) -> None:
    mistake = batch[0].mistakes[1]
    claim = Claim(
        mistake.rule,
        mistake.span,
        Verdict.CONTRADICTED,
        read_as="Zach Randolph, points",
        could_mean=("Zach Randolph, points, <first half>",),
    )
    elsewhere = replace(claim, span=batch[0].mistakes[0].span, read_as="somebody else")
    html = render_stories([replace(batch[0], claims=(claim, elsewhere))])
    said = "Read as Zach Randolph, points; could mean Zach Randolph, points, &lt;first half&gt;."
    assert html.count(said) == 1
    assert "somebody else" not in html
    assert "Read as" not in render_stories([batch[0]])


def test_page_refers_to_no_other_file(batch: list[Report], box_score: BoxScore) -> None:
    html = render_stories(batch, {"2014-11-05-MEM-PHX": box_score})
    for tag, attributes in Outline(html).tags:
        assert not (attributes.get("src") or "").strip(), tag
        assert (attributes.get("href") or "#").startswith(("#", "data:,"))
        assert not [name for name in attributes if name.startswith("on") or name == "style"]
    assert "@import" not in html
    assert "url(" not in html


def test_policy_allows_the_page_itself_and_nothing_else(batch: list[Report]) -> None:
    policies = [
        attributes["content"]
        for tag, attributes in Outline(render_stories(batch)).tags
        if tag == "meta" and attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    assert len(policies) == 1
    assert policies[0] is not None
    assert policies[0].startswith("default-src 'none'")
    assert "unsafe" not in policies[0]
    assert "http" not in policies[0]


def test_every_mark_leads_to_its_note_and_back(batch: list[Report]) -> None:
    tags = Outline(render_stories(batch)).tags
    ids = [attributes["id"] for _, attributes in tags if "id" in attributes]
    links = [a["href"] for _, a in tags if (a.get("href") or "").startswith("#")]
    assert len(ids) == len(set(ids))
    assert {link[1:] for link in links if link} <= set(ids)
    assert sum(1 for _, a in tags if (a.get("class") or "").startswith("mark ")) == 4


def test_box_score_stands_beside_the_stories_of_its_game(
    batch: list[Report], box_score: BoxScore
) -> None:
    html = render_stories(batch, {"2014-11-05-MEM-PHX": box_score})
    assert html.count('<aside class="box"') == 1
    assert "Memphis Grizzlies 102, Phoenix Suns 91" in html
    assert '<td data-cell="2.0.3">–</td>' in html


def test_table_refuses_rows_that_do_not_fit_its_columns() -> None:
    with pytest.raises(ValueError, match="2 cells for 3 columns"):
        Table("Suns", ("Player", "PTS", "REB"), (("Isaiah Thomas", 15),))


def test_offsets_count_characters_not_bytes(batch: list[Report]) -> None:
    view = view_story(batch[1], "s1")
    assert "".join(part.text for part in view.segments) == batch[1].story.text
    assert [part.text for part in view.segments if part.note] == ['<b onmouseover="1">14']


def test_overlapping_mistakes_are_refused_by_name(batch: list[Report]) -> None:
    twice = replace(batch[0], mistakes=batch[0].mistakes[:1] * 2)
    with pytest.raises(FormatError, match=r"story 'opener': the mistake 'Monday' .* overlaps"):
        render_stories([twice])


def test_mistakes_outside_the_text_are_refused_by_name(batch: list[Report]) -> None:
    short = replace(batch[0], story=replace(batch[0].story, text="The Memphis Grizzlies beat"))
    with pytest.raises(FormatError, match="outside the text of 26 characters"):
        render_stories([short])


def test_page_without_stories_says_so() -> None:
    assert "0 mistakes in 0 stories" in render_stories([])


# What the retina makes of linear RGB under the three dichromacies, after Machado,
# Oliveira and Fernandes (2009), severity 1.0.
DEFICIENCIES = {
    "normal": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritanopia": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}


def lab(colour: str, deficiency: np.ndarray) -> np.ndarray:
    """CIE L*a*b* (D65) of an sRGB colour such as ``#0072b2``, as seen with a deficiency."""
    srgb = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    linear = np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)
    seen = np.clip(deficiency @ linear, 0, 1)
    xyz = (
        np.array(
            [
                [0.4124564, 0.3575761, 0.1804375],
                [0.2126729, 0.7151522, 0.0721750],
                [0.0193339, 0.1191920, 0.9503041],
            ]
        )
        @ seen
    ) / np.array([0.95047, 1.0, 1.08883])
    f = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


@pytest.mark.parametrize("deficiency", DEFICIENCIES)
@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_category_colours_stay_apart_for_every_kind_of_colour_vision(
    theme: int, deficiency: str
) -> None:
    names = ("number", "name", "word", "context", "not-checkable", "other")
    style = re.findall(r"<style[^>]*>(.*?)</style>", render_stories([]), re.DOTALL)[theme]
    colours = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6})", style))
    seen = [lab(colours[name], DEFICIENCIES[deficiency]) for name in names]
    distances = {
        (a, b): float(np.linalg.norm(seen[i] - seen[j]))
        for i, a in enumerate(names)
        for j, b in enumerate(names[:i])
    }
    # 2.3 is a just noticeable difference; ten is plain at a glance.
    assert min(distances.values()) > 10, min(distances, key=distances.__getitem__)


def test_a_mark_names_the_cells_that_prove_it_and_no_others(box_score: BoxScore) -> None:
    line = {"player": "Zach Randolph", "statistic": "PTS", "value": 18.0}
    assert proof((line,), box_score) == "1.0.2"
    # His team merely occurs: what it does next is in no cell.
    assert proof(({"team": "Memphis Grizzlies", "opponent_name": "Thunder"},), box_score) == ""
    assert proof((line,), None) == ""


@pytest.mark.parametrize(
    ("name", "shown"),
    [("fg3_pct", "three-point percentage"), ("opponent_points", "opponent points")],
)
def test_columns_of_evidence_have_readable_headings(name: str, shown: str) -> None:
    assert evidence_column(name) == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (18.0, "18"),
        (45.45, "45.45"),
        (None, "–"),
        (True, "yes"),
        ("a", "a"),
        (7, "7"),
        ("FG3_PCT", "three-point percentage"),
        ("H1", "first half"),
    ],
)
def test_evidence_is_written_as_readers_expect(value: object, shown: str) -> None:
    assert evidence_value(value) == shown
