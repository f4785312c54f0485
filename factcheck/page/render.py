"""Pages as text: templates filled, style and script inlined, everything else forbidden."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib.resources import files
from typing import Any

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from factcheck.model import Report, signatures_of
from factcheck.page.box_score import BoxScore
from factcheck.page.view import (
    CATEGORY_LABELS,
    StoryView,
    evidence_column,
    evidence_value,
    proof,
    view_story,
)


def render_stories(
    reports: Sequence[Report], box_scores: Mapping[str, BoxScore] | None = None
) -> str:
    """Render checked stories as one self-contained HTML page.

    Args:
        reports: The checked stories, in the order of the page.
        box_scores: By game id, the box score to show beside the stories of that game;
            stories of other games stand alone.

    Returns:
        A complete HTML document that needs no other file and allows none.

    Raises:
        FormatError: A mistake lies outside its story's text, or two of them overlap.
    """
    views = [view_story(report, f"s{number}") for number, report in enumerate(reports, start=1)]
    return render_page("stories.html.jinja", views, box_scores, title="Checked stories")


def render_page(
    template: str,
    views: Sequence[StoryView],
    box_scores: Mapping[str, BoxScore] | None = None,
    *,
    package: str = "factcheck.page",
    **context: Any,
) -> str:
    """Fill a template that extends ``base.html.jinja``.

    Args:
        template: The template's file name.
        views: The stories that the page shows.
        box_scores: Box scores by game id.
        package: The package whose ``templates`` folder holds the template.
        **context: What the template needs besides.

    Returns:
        A complete HTML document.
    """
    loader = ChoiceLoader([PackageLoader(package), PackageLoader("factcheck.page")])
    environment = Environment(
        loader=loader,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["evidence_column"] = evidence_column
    environment.filters["evidence_value"] = evidence_value
    environment.filters["proof"] = proof
    styles = [_asset("page.css"), _asset("dark.css")]
    script = _asset("page.js")
    return environment.get_template(template).render(
        views=views,
        box_scores=box_scores or {},
        labels=CATEGORY_LABELS,
        rules=sorted({note.mistake.rule for view in views for note in view.notes}),
        groups=sorted({view.group for view in views if view.group}),
        style=Markup(styles[0]),
        dark_style=Markup(styles[1]),
        script=Markup(script),
        policy=_policy(styles, script),
        signatures=signatures_of(view.report for view in views),
        **context,
    )


def _asset(name: str) -> str:
    return (files("factcheck.page") / "templates" / name).read_text(encoding="utf-8")


def _policy(styles: Sequence[str], script: str) -> str:
    """Return a content security policy that runs these very texts and loads nothing.

    Hashes instead of ``unsafe-inline``: even a script that slipped into the page from a
    story would not run.
    """
    return "; ".join(
        [
            "default-src 'none'",
            f"style-src {' '.join(_hash(style) for style in styles)}",
            f"script-src {_hash(script)}",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
