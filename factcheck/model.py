"""The words of the project as types: story, mistake, claim, report.

Token ids follow the shared task on evaluating accuracy (Reiter and Thomson, INLG
2020): tokens are what white space separates in its pre-tokenised texts, sentences
end at a period token, ids start at 1 and ranges include their last token.
Character offsets are into the text as given, end exclusive.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any


class Category(StrEnum):
    """The shared task's six categories of mistakes (Thomson and Reiter, INLG 2020)."""

    NUMBER = "NUMBER"
    NAME = "NAME"
    WORD = "WORD"
    CONTEXT = "CONTEXT"
    NOT_CHECKABLE = "NOT_CHECKABLE"
    OTHER = "OTHER"


class Verdict(StrEnum):
    """What the knowledge base says about a claim."""

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    NOT_CHECKABLE = "not checkable"


@dataclass(frozen=True, slots=True)
class Story:
    """One text about one game.

    Args:
        id: The story's name, unique within a batch.
        text: The text as given, tokenised or in normal English.
        game: The game's id (``2014-11-05-MEM-PHX``), or None to find it from the text.
        system: The system that wrote it, where known.
        references: Other texts about the same game, such as a journalist's summary.
        path: The file it was read from, where known; tools that show mistakes there need it.
        line: Its line in that file, where the file holds a story a line.
        others: What else its row held, which goes through to the output as it is.
    """

    id: str
    text: str
    game: str | None = None
    system: str | None = None
    references: tuple[str, ...] = ()
    path: str | None = field(default=None, compare=False)
    line: int | None = field(default=None, compare=False)
    others: Mapping[str, Any] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a story, in characters and in the shared task's tokens.

    ``sentence`` counts from 1; ``sent_token_start`` and ``sent_token_end`` count
    within that sentence, ``token_start`` and ``token_end`` within the document.
    """

    start: int
    end: int
    token_start: int
    token_end: int
    sentence: int
    sent_token_start: int
    sent_token_end: int
    text: str

    def to_dict(self) -> dict[str, Any]:
        """Return the span as a JSON-ready object."""
        # ``asdict`` takes several times as long, and a story has a hundred and more.
        return {name: getattr(self, name) for name in self.__slots__}


Relation = tuple[str, str, str]
"""A content triple as readable text: subject, relation and value."""

Evidence = Mapping[str, Any]
"""One row of the knowledge base that decided a claim: column name to value."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A span to mark, with what is wrong and what would be right.

    Args:
        span: What to mark.
        category: One of the six categories.
        rule: The id of the rule that found it.
        correction: The true number, name, weekday or word, where there is one.
        explanation: One sentence for a reader.
        evidence: The rows that prove it.
        replacement: What to put in where that is other words than the correction: a surname
            where the story has a surname.
        confidence: The share of such marks that are right, 0 to 1; None where it is not known.
    """

    span: Span
    category: Category
    rule: str
    correction: str | None = None
    explanation: str | None = None
    evidence: tuple[Evidence, ...] = ()
    replacement: str | None = None
    confidence: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the mistake as one flat JSON-ready object.

        ``replacement`` and ``confidence`` are there where they are known.
        """
        item = {
            **self.span.to_dict(),
            "category": str(self.category),
            "correction": self.correction,
            "explanation": self.explanation,
            "rule": self.rule,
            "evidence": [dict(row) for row in self.evidence],
        }
        more = {"replacement": self.replacement, "confidence": self.confidence}
        return item | {name: value for name, value in more.items() if value is not None}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Mistake:
        """Rebuild a mistake from :meth:`to_dict`.

        Raises:
            KeyError: A required field is missing.
            ValueError: The category is none of the six.
        """
        span = Span(**{name: data[name] for name in Span.__slots__})
        return cls(
            span=span,
            category=Category(data["category"]),
            rule=data["rule"],
            correction=data.get("correction"),
            explanation=data.get("explanation"),
            evidence=tuple(data.get("evidence") or ()),
            replacement=data.get("replacement"),
            confidence=data.get("confidence"),
        )


@dataclass(frozen=True, slots=True)
class Claim:
    """What a sentence asserts, as a rule sees it, with the verdict on it.

    ``slots`` maps slot names to JSON-ready values (a player's or team's name, a
    statistic's code, a number); ``read_as`` says in words whose number it was taken for, of
    what and when ("Mike Conley, points, first half"); ``could_mean`` says under which other
    readings a contradicted claim would be true; ``relations`` are the content triples
    that it states, where its rule defines some, with the verdict on each.
    """

    rule: str
    span: Span
    verdict: Verdict
    slots: Mapping[str, Any] = field(default_factory=dict)
    relations: Mapping[Relation, Verdict] = field(default_factory=dict)
    evidence: tuple[Evidence, ...] = ()
    read_as: str = ""
    could_mean: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the claim as one flat JSON-ready object."""
        return {
            **self.span.to_dict(),
            "rule": self.rule,
            "verdict": str(self.verdict),
            "read_as": self.read_as,
            "could_mean": list(self.could_mean),
            "slots": dict(self.slots),
            "relations": [
                {"subject": subject, "relation": name, "value": value, "verdict": str(verdict)}
                for (subject, name, value), verdict in self.relations.items()
            ],
            "evidence": [dict(row) for row in self.evidence],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Claim:
        """Rebuild a claim from :meth:`to_dict`.

        Raises:
            KeyError: A required field is missing.
            ValueError: A verdict is none of the three.
        """
        return cls(
            rule=data["rule"],
            span=Span(**{name: data[name] for name in Span.__slots__}),
            verdict=Verdict(data["verdict"]),
            slots=data["slots"],
            relations={
                (row["subject"], row["relation"], row["value"]): Verdict(row["verdict"])
                for row in data["relations"]
            },
            evidence=tuple(data["evidence"]),
            read_as=data.get("read_as", ""),
            could_mean=tuple(data.get("could_mean") or ()),
        )


@dataclass(frozen=True, slots=True)
class Signature:
    """What the figures of a run depend on, as sacrebleu writes it for BLEU scores.

    The same signature on the same texts means the same mistakes.

    Args:
        version: Of factcheck.
        rules: A digest of the rule base, by content.
        kb: A digest of the knowledge base, by the content of its sources and the SQL over them.
        settings: What else was chosen, name and value: a column, categories, a confidence.
    """

    version: str
    rules: str
    kb: str
    settings: tuple[tuple[str, str], ...] = ()

    def with_settings(self, **settings: str | None) -> Signature:
        """Return the signature with further settings; those that are None or empty are none."""
        chosen = dict(self.settings)
        chosen |= {name.replace("_", "-"): value for name, value in settings.items() if value}
        return replace(self, settings=tuple(sorted(chosen.items())))

    @classmethod
    def parse(cls, text: str) -> Signature:
        """Rebuild a signature from its line.

        Raises:
            ValueError: It is no such line.
        """
        parts = [tuple(part.split(":", 1)) for part in text.split("|")]
        if [part[0] for part in parts[:3]] != ["factcheck", "rules", "kb"] or any(
            len(part) != 2 for part in parts
        ):
            raise ValueError(f"{text!r} is no signature")
        version, rules, kb = (value for _, value in parts[:3])
        return cls(version, rules, kb, tuple((name, value) for name, value in parts[3:]))

    def __str__(self) -> str:
        """Return it in one line, ready for a paper's footnote."""
        parts = [("factcheck", self.version), ("rules", self.rules), ("kb", self.kb)]
        return "|".join(f"{name}:{value}" for name, value in (*parts, *self.settings))


@dataclass(frozen=True, slots=True)
class Report:
    """The result of checking one story.

    Args:
        story: The story as checked; ``story.game`` is the game it was checked against.
        mistakes: In order of the text; spans never overlap.
        claims: Every claim that a rule recognised, in order of the text.
        unclaimed: Numbers and names that no rule claims, in order of the text.
        tokens: Number of tokens in the story.
        sentences: Number of sentences in the story.
        signature: What it was checked with, perhaps before a person reviewed it; None where only
            a person or nobody did.
        notes: What of the text was not read as it stands, such as a sentence without end.
    """

    story: Story
    mistakes: tuple[Mistake, ...]
    claims: tuple[Claim, ...] = ()
    unclaimed: tuple[Span, ...] = ()
    tokens: int = 0
    sentences: int = 0
    signature: Signature | None = None
    notes: tuple[str, ...] = ()

    def corrected(self) -> str:
        """Return the story with its corrections put in; what has none stays as it is.

        Articles, nouns and verbs around a correction agree with it: "a steal" becomes "no
        steals". :func:`factcheck.fixing.edits_of` tells what is replaced where.
        """
        from factcheck.fixing import corrected_text

        return corrected_text(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSONL object of the story: id, game, system, text, tokens, mistakes.

        ``signature`` is there where the story was checked by factcheck, ``path`` and ``line``
        where it was read from a file; what else the story's row held comes last.
        """
        signed = {} if self.signature is None else {"signature": str(self.signature)}
        place = {"path": self.story.path, "line": self.story.line}
        own = {
            "id": self.story.id,
            "game": self.story.game,
            "system": self.story.system,
            "text": self.story.text,
            "tokens": self.tokens,
            "sentences": self.sentences,
            "mistakes": [mistake.to_dict() for mistake in self.mistakes],
            **signed,
            **{name: value for name, value in place.items() if value is not None},
            **({"notes": list(self.notes)} if self.notes else {}),
        }
        return own | {name: value for name, value in self.story.others.items() if name not in own}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Report:
        """Rebuild a report (without claims) from :meth:`to_dict`."""
        story = Story(
            data["id"],
            data["text"],
            data.get("game"),
            data.get("system"),
            path=data.get("path"),
            line=data.get("line"),
        )
        return cls(
            story=story,
            mistakes=tuple(Mistake.from_dict(item) for item in data["mistakes"]),
            tokens=data.get("tokens", 0),
            sentences=data.get("sentences", 0),
            signature=Signature.parse(data["signature"]) if data.get("signature") else None,
            notes=tuple(data.get("notes") or ()),
        )


def signature_line(report: Report) -> str | None:
    """Return what a story was checked with, in one line; None where nobody says."""
    return None if report.signature is None else str(report.signature)


def signatures_of(reports: Iterable[Report]) -> list[str]:
    """Return what stories were checked with, each signature once, in alphabetical order."""
    return sorted({str(report.signature) for report in reports if report.signature is not None})
