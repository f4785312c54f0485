"""Write the one-page poster of results: what factcheck does, and the README's own figures.

    python benchmarks/poster.py -o poster.html

The page prints on one sheet (A3, across). Its figures are the tables of the README, so that
they never differ; it holds nothing that is loaded from elsewhere. Needs ``pip install '.[docs]'``.
"""

from __future__ import annotations

import argparse
import re
from html import escape
from pathlib import Path

from markdown import markdown

from factcheck import Category, __version__
from factcheck.exchange.colours import COLOURS
from factcheck.model import Report
from factcheck.runs.demo import check_demo

ROOT = Path(__file__).resolve().parent.parent

STYLE = """
@page { size: A3 landscape; margin: 12mm }
* { box-sizing: border-box }
body { font: 15px/1.45 system-ui, sans-serif; color: #16202a; margin: 0 auto; max-width: 1480px;
  padding: 16px; background: #fff }
header { border-bottom: 4px solid #0072b2; margin-bottom: 14px }
h1 { font-size: 40px; margin: 0 } header p { font-size: 19px; margin: 4px 0 10px }
h2 { font-size: 21px; margin: 0 0 6px; color: #005a8e }
main { columns: 3; column-gap: 30px }
section { break-inside: avoid; margin-bottom: 16px }
table { border-collapse: collapse; width: 100%; font-size: 14px }
th, td { text-align: left; padding: 3px 8px 3px 0; border-bottom: 1px solid #cfd6dc }
td { vertical-align: top }
ol.way { display: flex; gap: 6px; list-style: none; padding: 0; margin: 0 }
ol.way li { flex: 1; background: #eef4f8; padding: 6px 8px; border-radius: 4px; font-size: 13px }
mark { background: none; color: inherit; border-bottom: 3px solid }
footer { font-size: 13px; color: #47525c; border-top: 1px solid #cfd6dc; padding-top: 6px }
@media print { body { max-width: none; padding: 0; font-size: 12px; line-height: 1.34 }
  table { font-size: 11.5px } th, td { padding: 1.5px 6px 1.5px 0 } }
"""

STEPS = {
    "parse": "words, names and numbers become mentions, bound to the game",
    "match": "patterns of the rule base yield claims",
    "verify": "SQL holds all claims against the facts at once",
    "interpret": "the reading with the fewest mistakes counts",
    "report": "marks, corrections, evidence, scores",
}


def readme_section(title: str) -> str:
    """Return a section of the README as HTML, without its title."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE)
    if found is None:
        raise SystemExit(f"README.md has no section {title!r}")
    without_links = re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", found[1])
    return markdown(without_links, extensions=["tables"])


def marked(report: Report, length: int = 900) -> str:
    """Return the beginning of a story as HTML, its mistakes underlined in their colours."""
    text, position, parts = report.story.text, 0, []
    for mistake in report.mistakes:
        span = mistake.span
        if span.end > length:
            break
        right = f" → {escape(mistake.correction)}" if mistake.correction else ""
        style = f"border-color:{COLOURS[mistake.category]}"
        parts += [
            escape(text[position : span.start]),
            f'<mark style="{style}">{escape(span.text)}<b>{right}</b></mark>',
        ]
        position = span.end
    return "".join([*parts, escape(text[position:length]), " …"])


def poster() -> str:
    """Return the poster as one HTML document."""
    steps = "".join(f"<li><b>{name}</b><br>{what}</li>" for name, what in STEPS.items())
    legend = " ".join(
        f'<mark style="border-color:{COLOURS[category]}">{category}</mark>' for category in Category
    )
    report = check_demo()
    sections = {
        "A story, checked": f"<p>{marked(report)}</p><p>{legend}</p>",
        "The way of a story": f'<ol class="way">{steps}</ol>',
        "What is marked": readme_section("What is marked"),
        "How accurate": readme_section("How accurate"),
    }
    body = "".join(
        f"<section><h2>{title}</h2>{content}</section>" for title, content in sections.items()
    )
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>factcheck: results on one page</title><style>{STYLE}</style></head><body>"
        "<header><h1>factcheck</h1><p>Checks basketball stories against box scores, line scores "
        "and schedules. Rules decide, every mark shows the rows that prove it.</p></header>"
        f"<main>{body}</main><footer>factcheck {__version__}; figures and how to print them again: "
        "README.md, docs/accuracy.md</footer></body></html>\n"
    )


def main() -> None:
    """Write the poster."""
    parser = argparse.ArgumentParser(description="Write the one-page poster of results.")
    parser.add_argument("-o", "--output", type=Path, default=Path("poster.html"))
    arguments = parser.parse_args()
    arguments.output.write_text(poster(), encoding="utf-8")


if __name__ == "__main__":
    main()
