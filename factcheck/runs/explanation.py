"""How a story was read, step by step: units, clauses, claims, verdicts, other readings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rich.text import Text

from factcheck.checker import FactChecker
from factcheck.interpretation.decision.weighing import Weighed
from factcheck.interpretation.explanations.likeliest import Chooser, Explanation, Tokens
from factcheck.interpretation.findings import verdict_of
from factcheck.interpretation.verification.verifying import VerifiedClaim
from factcheck.language.mentions import Sentence
from factcheck.model import Story
from factcheck.parser.document import ClauseContext, Document

_SHOWN_ROW = ("player", "team", "statistic", "number", "context_period", "scope", "subject")
_STRONGEST = 5


def explain(checker: FactChecker, story: Story) -> Iterator[Text]:
    """Yield lines that say how a story was read and what was made of it.

    For each sentence: its clauses, with whom and which time each is about; its units with their
    mentions, and the construction where one attaches them to somebody else; the claims, with rule,
    pattern and verdict. Then what else may be wrong than what the rules found, with the odds of it;
    and every mistake that was weighed, also those too doubtful to report, with what made it sure or
    doubtful.

    Raises:
        StoryError: The story is empty, or its game unknown or ambiguous.
    """
    prepared = (story, checker.prepare(story))
    choices: list[tuple[Explanation, bool]] = []
    with checker.chooser.watched(
        lambda offered, standing: choices.extend(
            (one, any(one is other for other in standing)) for one in offered
        )
    ):
        ((_, document), verified, misnamed) = checker.interpret([prepared])[0]
    assert document.game is not None
    facts = checker.facts.games([document.game.id])[document.game.id]
    weighed = checker.resolver.weighed(document, verified, misnamed, facts)
    yield Text(f"game {document.game.id}", style="bold")
    for number, sentence in enumerate(document.sentences):
        if sentence.units:
            yield Text()
            yield from _sentence(document, number, sentence, verified)
    yield Text()
    if choices:
        yield Text(f"other explanations weighed: {len(choices)}", style="bold")
        for explanation, stands in choices:
            yield from _explanation(checker.chooser, document, explanation, stands)
        yield Text()
    yield Text(f"mistakes weighed: {len(weighed)}", style="bold")
    for item in weighed:
        yield from _weighed(checker, item, document.game.season)


def _sentence(
    document: Document, number: int, sentence: Sentence, verified: Sequence[VerifiedClaim]
) -> Iterator[Text]:
    first, last = sentence.units[0].start, sentence.units[-1].end
    yield Text(f"sentence {sentence.number}", style="bold").append(
        f"  {document.span(first, last).text}", style="not bold"
    )
    frames = document.frames[number]
    clause = None
    for index, unit in enumerate(sentence.units):
        if frames[index].clause != clause:
            clause = frames[index].clause
            yield Text(f"  clause {clause}: {_about(document, _settled(frames, clause))}")
        mention = unit.mention
        if mention is not None:
            words = document.span(unit.start, unit.end).text
            value = mention.data.get("value", mention.value)
            line = Text(f"    {words}", style="cyan").append(f"  {mention.label} {value}")
            yield line.append(_told_by(document, frames[index]), style="dim")
    for item in verified:
        if first <= item.claim.start < last:
            yield from _claim(document, item)


def _settled(frames: Sequence[ClauseContext], clause: int) -> ClauseContext:
    """Return what a clause is about in the end."""
    return [frame for frame in frames if frame.clause == clause][-1]


def _about(document: Document, frame: ClauseContext) -> str:
    names = [document.span(p.start, p.end).text for p in frame.players]
    if frame.subject == "team":
        names = [frame.team_id or "?"]
    whom = " and ".join(names) if frame.subject else "nobody known"
    shared = "" if frame.distribution == "single" else f", {frame.distribution}"
    how = " (carried over)" if frame.anaphoric and frame.subject else ""
    return f"about {whom}{how}{shared}; time: {frame.scope}"


def _told_by(document: Document, frame: ClauseContext) -> str:
    """Return what a unit is about where a construction tells it, and which."""
    return f"  {_about(document, frame)} ({frame.told_by})" if frame.told_by else ""


def _claim(document: Document, item: VerifiedClaim) -> Iterator[Text]:
    claim = item.claim
    verdict = verdict_of(item.findings)
    style = {"supported": "green", "contradicted": "red"}.get(str(verdict), "yellow")
    line = Text(f"  claim {claim.rule.id}: ", style="bold")
    line.append(document.span(claim.start, claim.end).text, style="not bold")
    yield line.append(f"  {verdict}", style=style)
    yield Text(f"    pattern {claim.pattern}", style="dim")
    row = {name: claim.row[name] for name in _SHOWN_ROW if claim.row.get(name) is not None}
    yield Text(f"    read as {_pairs(row)}", style="dim")
    for finding in item.findings:
        if finding.evidence:
            yield Text(f"    evidence {_pairs(finding.evidence)}", style="dim")


def _explanation(
    chooser: Chooser, document: Document, explanation: Explanation, stands: bool
) -> Iterator[Text]:
    """Yield what would be wrong instead of what the rules found, and how likely that is."""
    wrong = _quoted(document, explanation.marked) or "nothing"
    line = Text("  ").append(f"{wrong} is wrong", style="red" if stands else "dim")
    if right := _quoted(document, explanation.cleared):
        line.append(f", not {right}")
    odds = chooser.odds(explanation)
    yield line.append(f"  ({explanation.source}), log odds {odds:+.2f}")
    weights = chooser.weights[explanation.source]
    yield _told_shares(weights, explanation.features)


def _quoted(document: Document, stretches: Iterable[Tokens]) -> str:
    return " and ".join(f'"{document.span(*tokens).text}"' for tokens in sorted(stretches))


def _told_shares(weights: Mapping[str, float], features: Mapping[str, float]) -> Text:
    """Return what weighs most of some features, with its share."""
    shares = {
        name: weights[name] * value for name, value in features.items() if name in weights and value
    }
    strongest = sorted(shares.items(), key=lambda pair: -abs(pair[1]))[:_STRONGEST]
    told = ", ".join(f"{name} {share:+.2f}" for name, share in strongest)
    return Text(f"    weighed by: {told}", style="dim")


def _weighed(checker: FactChecker, item: Weighed, season: str) -> Iterator[Text]:
    model, least = checker.resolver.weigher.model, checker.min_confidence
    mistake = item.proposal.mistake
    confidence = model.confidence(item.features)
    line = Text(f"  {mistake.span.text}", style="red" if confidence >= least else "dim")
    line.append(f"  {mistake.category} ({mistake.rule}), confidence {confidence:.2f}")
    yield line if confidence >= least else line.append(", too doubtful to report")
    for reading in item.readings:
        words = checker.writer.readings.write(reading, season)
        yield Text(f"    it could mean: {words} ({reading.source})", style="dim")
    yield _told_shares(model.weights, item.features)


def _pairs(row: Mapping[str, object]) -> str:
    return ", ".join(f"{name} {value}" for name, value in row.items())
