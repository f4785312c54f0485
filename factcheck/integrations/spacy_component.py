"""factcheck as spaCy components, found by spaCy through entry points.

    nlp = spacy.blank("en")
    nlp.add_pipe("factcheck", config={"kb": "nba.duckdb"})
    for doc, game in nlp.pipe([(text, "2014-11-05-MEM-PHX")], as_tuples=True):
        for span in doc.spans["factcheck"]:
            print(span.text, span.label_, span._.correction)

The components work behind any tokenizer: a mistake's span is widened to whole tokens.
All they leave on a Doc can be serialised (``DocBin(store_user_data=True)``).
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from spacy.language import Language
from spacy.pipeline import Pipe
from spacy.tokens import Doc, Span, SpanGroup
from spacy.util import registry

from factcheck.errors import StoryError
from factcheck.integrations.checkers import open_checker
from factcheck.integrations.spacy_tokenizer import SharedTaskTokenizer
from factcheck.language.mentions import Mention
from factcheck.model import Mistake, Report, Story
from factcheck.parser.binding import UNKNOWN
from factcheck.parser.document import Document

SPANS = "factcheck"
MENTIONS = "factcheck_mentions"

ATTRIBUTES = ("correction", "explanation", "rule", "evidence")
"""Attributes of a span under ``span._``."""

# Kinds of mention whose value is a key of the knowledge base.
_KEYED = frozenset(
    {"player", "team", "place", "arena", "coach", "statistic", "shot", "period"}
)  # fmt: skip

for _name in ATTRIBUTES:
    if not Span.has_extension(_name):
        Span.set_extension(_name, default=None)
if not Doc.has_extension("game"):
    Doc.set_extension("game", default=None)


class _Component(Pipe):
    """What the components share: the game of a Doc, batches, and errors by Doc."""

    def __init__(
        self, name: str, kb: str, rules: Sequence[str], game: str | None, spans_key: str
    ) -> None:
        self.name = name
        self.kb = kb
        self.rules = tuple(rules)
        self.game = game
        self.spans_key = spans_key
        open_checker(kb, self.rules)

    def __call__(self, doc: Doc) -> Doc:
        """Annotate one Doc.

        Raises:
            StoryError: Its game is unknown or ambiguous.
        """
        for error in self.annotate([doc]):
            if error is not None:
                raise error
        return doc

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 128) -> Iterator[Doc]:
        """Annotate Docs in batches; what fails goes to the pipeline's error handler.

        Args:
            stream: Docs, in any number.
            batch_size: How many are checked together.
        """
        handle = self.get_error_handler()
        remaining = iter(stream)
        while docs := list(islice(remaining, batch_size)):
            for doc, error in zip(docs, self.annotate(docs), strict=True):
                if error is None:
                    yield doc
                else:
                    handle(self.name, self, [doc], error)

    def annotate(self, docs: Sequence[Doc]) -> list[StoryError | None]:
        """Annotate Docs in place; return for each the error that kept it from that."""
        raise NotImplementedError

    def story(self, doc: Doc) -> Story:
        """Return the Doc as a story, with the game where one is given."""
        return Story("doc", doc.text, game_of(doc) or self.game)


def game_of(doc: Doc) -> str | None:
    """Return the game that somebody set for a Doc, or None.

    In this order: ``doc._.game``, ``doc.user_data["game"]``, and the context of
    ``nlp.pipe(…, as_tuples=True)``, which may be the game, a mapping with the key
    ``game``, or an object with that attribute.
    """
    context = doc._context
    if isinstance(context, Mapping):
        context = context.get("game")
    elif not isinstance(context, str):
        context = getattr(context, "game", None)
    for game in (doc._.game, doc.user_data.get("game"), context):
        if game is not None:
            return str(game)
    return None


class FactCheckComponent(_Component):
    """Sets ``doc.spans["factcheck"]``: one span a mistake, labelled with its category.

    ``span._.correction`` is what the whole span should read, ``span._.explanation`` one
    sentence, ``span._.rule`` and ``span.id_`` the rule's id and ``span._.evidence`` the
    rows that prove it. ``doc._.game`` becomes the game that the Doc was checked against.
    """

    def annotate(self, docs: Sequence[Doc]) -> list[StoryError | None]:
        """Check the Docs together and set their spans."""
        written = [doc for doc in docs if doc.text.strip()]
        for doc in docs:
            doc.spans[self.spans_key] = []
        stories = [self.story(doc) for doc in written]
        outcomes = open_checker(self.kb, self.rules).check_each(stories)
        failed: dict[int, StoryError] = {}
        for doc, outcome in zip(written, outcomes, strict=True):
            if isinstance(outcome, StoryError):
                failed[id(doc)] = outcome
            else:
                self._set_spans(doc, outcome)
        return [failed.get(id(doc)) for doc in docs]

    def _set_spans(self, doc: Doc, report: Report) -> None:
        doc._.game = report.story.game
        spans = []
        for span, mistakes in _aligned(doc, report.mistakes):
            explanations = [mistake.explanation for mistake in mistakes if mistake.explanation]
            span._.correction = _correction(doc, span, mistakes)
            span._.explanation = " ".join(dict.fromkeys(explanations)) or None
            span._.rule = mistakes[0].rule
            span._.evidence = _plain([row for mistake in mistakes for row in mistake.evidence])
            spans.append(span)
        doc.spans[self.spans_key] = SpanGroup(doc, name=self.spans_key, spans=spans)


class MentionComponent(_Component):
    """Sets ``doc.spans["factcheck_mentions"]``: what the parser recognises.

    A span's label is the kind of mention (player, team, number, statistic, score, …) and
    ``span.kb_id_`` its key in the knowledge base, where it has one. Names are bound to
    players and teams once the game is known; a Doc whose game is neither given nor found
    keeps them unbound.
    """

    def annotate(self, docs: Sequence[Doc]) -> list[StoryError | None]:
        """Parse the Docs and set their spans."""
        errors: list[StoryError | None] = []
        for doc in docs:
            doc.spans[self.spans_key] = []
            error = None
            if doc.text.strip():
                try:
                    self._set_spans(doc, self._parse(doc))
                except StoryError as problem:
                    error = problem
            errors.append(error)
        return errors

    def _parse(self, doc: Doc) -> Document:
        checker = open_checker(self.kb, self.rules)
        story = self.story(doc)
        try:
            return checker.prepare(story)
        except StoryError:
            if story.game is not None:
                raise
            return checker.parser.recognise(doc.text)

    def _set_spans(self, doc: Doc, document: Document) -> None:
        spans = []
        for mention in document.mentions():
            if mention.label == UNKNOWN:
                continue
            place = document.span(mention.start, mention.end)
            spans.append(_expanded(doc, place.start, place.end, mention.label, _key(mention)))
        doc.spans[self.spans_key] = SpanGroup(doc, name=self.spans_key, spans=spans)


@Language.factory(
    "factcheck",
    default_config={"rules": [], "game": None, "spans_key": SPANS},
    assigns=["doc.spans", "doc._.game", *(f"span._.{name}" for name in ATTRIBUTES)],
)
def create_factcheck(
    nlp: Language, name: str, kb: str, rules: list[str], game: str | None, spans_key: str
) -> FactCheckComponent:
    """Make the component that marks mistakes.

    Args:
        nlp: The pipeline it becomes part of.
        name: Its name there.
        kb: Path of a knowledge base made by ``factcheck kb build``.
        rules: Folders with more rules.
        game: The game of Docs that do not name theirs; None to find it from the text.
        spans_key: Where in ``doc.spans`` the mistakes go.

    Raises:
        KnowledgeBaseError: The knowledge base cannot be opened.
        RuleError: A rule file is broken.
    """
    return FactCheckComponent(name, kb, rules, game, spans_key)


@Language.factory(
    "factcheck_mentions",
    default_config={"rules": [], "game": None, "spans_key": MENTIONS},
    assigns=["doc.spans"],
)
def create_mentions(
    nlp: Language, name: str, kb: str, rules: list[str], game: str | None, spans_key: str
) -> MentionComponent:
    """Make the component that marks players, teams, numbers and all else that rules match.

    Args:
        nlp: The pipeline it becomes part of.
        name: Its name there.
        kb: Path of a knowledge base made by ``factcheck kb build``.
        rules: Folders with more rules.
        game: The game of Docs that do not name theirs; None to find it from the text.
        spans_key: Where in ``doc.spans`` the mentions go.

    Raises:
        KnowledgeBaseError: The knowledge base cannot be opened.
        RuleError: A rule file is broken.
    """
    return MentionComponent(name, kb, rules, game, spans_key)


def create_shared_task_tokenizer() -> Callable[[Language], SharedTaskTokenizer]:
    """Make the shared task's tokenizer, for a pipeline's configuration."""
    return lambda nlp: SharedTaskTokenizer(nlp.vocab)


registry.tokenizers.register("factcheck.SharedTaskTokenizer.v1", func=create_shared_task_tokenizer)


def displacy_options(spans_key: str = SPANS) -> dict[str, Any]:
    """Return options for ``displacy.render(doc, style="span")``: our spans, our colours."""
    # Imported here, for spaCy loads this module with every pipeline that anybody makes.
    from factcheck.exchange.colours import COLOURS

    return {"spans_key": spans_key, "colors": {str(name): c for name, c in COLOURS.items()}}


def _aligned(doc: Doc, mistakes: Sequence[Mistake]) -> list[tuple[Span, list[Mistake]]]:
    """Widen mistakes to whole tokens; those that then share a token become one span."""
    groups: list[list[Mistake]] = []
    end = -1
    for mistake in mistakes:
        span = _expanded(doc, mistake.span.start, mistake.span.end)
        if span.start < end:
            groups[-1].append(mistake)
        else:
            groups.append([mistake])
        end = span.end
    return [
        (
            _expanded(
                doc,
                group[0].span.start,
                group[-1].span.end,
                label=str(group[0].category),
                span_id=group[0].rule,
            ),
            group,
        )
        for group in groups
    ]


def _expanded(
    doc: Doc, start: int, end: int, label: str = "", kb_id: str = "", span_id: str = ""
) -> Span:
    """Return the span of whole tokens around characters of the Doc's text."""
    span = doc.char_span(
        start, end, label=label, kb_id=kb_id, span_id=span_id, alignment_mode="expand"
    )
    assert span is not None
    return span


def _correction(doc: Doc, span: Span, mistakes: Sequence[Mistake]) -> str | None:
    """Return the span's text with each mistake replaced that has a correction."""
    if all(mistake.correction is None for mistake in mistakes):
        return None
    text = ""
    position = span.start_char
    for mistake in mistakes:
        place = mistake.span
        text += doc.text[position : place.start]
        text += place.text if mistake.correction is None else mistake.correction
        position = place.end
    return text + doc.text[position : span.end_char]


def _key(mention: Mention) -> str:
    value = mention.data.get("value") if mention.label in _KEYED else None
    return "" if value is None else str(value)


def _plain(value: Any) -> Any:
    """Return a value in the types that a Doc keeps when it is stored and read again."""
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return tuple(_plain(item) for item in value)
    if value is None or isinstance(value, str | bool | int | float):
        return value
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    return str(value)
