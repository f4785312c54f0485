"""What a sentence denies: "did not lead the Rockets", "could not score 30", "not Anderson".

A rule's pattern reads "lead the Rockets" whether it is denied or not. What the knowledge base
contradicts, and the sentence denies, holds. Phrases that say themselves what denies ("did not
score in") are left to their rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from factcheck.interpretation.findings import Finding
from factcheck.interpretation.matching.claims import RawClaim
from factcheck.interpretation.verification.verifying import VerifiedClaim
from factcheck.language.mentions import Sentence, Unit
from factcheck.parser.document import Document
from factcheck.rulebook.rule import Rule
from factcheck.rulebook.vocabulary import Vocabulary

_ADJUNCTS = {"in", "on", "at"}


@dataclass(frozen=True, slots=True)
class _Denied:
    """A stretch of a story that is denied.

    Args:
        by: The token that denies it.
        start: Its first token.
        end: One past its last token.
    """

    by: int
    start: int
    end: int


class Negation:
    """Takes back what speaks against claims that are denied.

    Args:
        rules: The rules; their patterns tell whether they read what denies themselves.
        vocabulary: The table ``negation`` of the rule base's wordings.
    """

    def __init__(self, rules: Iterable[Rule], vocabulary: Vocabulary) -> None:
        self._words = frozenset(vocabulary.words("negation", "words"))
        self._pairs = frozenset(
            tuple(phrase.split()) for phrase in vocabulary.words("negation", "phrases")
        )
        self._no_denial = frozenset(vocabulary.words("negation", "no_denial"))
        self._ends = frozenset(vocabulary.words("negation", "ends"))
        said = self._words | {pair[0] for pair in self._pairs} | {"no", "none", "without"}
        self._patterns = {pattern.source: pattern for rule in rules for pattern in rule.patterns}
        self._said = frozenset(said)
        self._says: dict[str, bool] = {}

    def heed(self, document: Document, items: Sequence[VerifiedClaim]) -> list[VerifiedClaim]:
        """Return the claims; those that are contradicted and denied hold.

        Args:
            document: The story.
            items: Its verified claims.
        """
        if not any(item.contradictions for item in items):
            return list(items)
        found: dict[int, list[_Denied]] = {}
        heeded = []
        for item in items:
            number = document.sentence_at(item.claim.start)
            if item.contradictions and self._is_deniable(item.claim):
                if number not in found:
                    found[number] = list(self._denied(document.sentences[number]))
                denied = [one for one in found[number] if not self._reads(item.claim, one)]
                if denied:
                    item = self._taken_back(item, denied)
            heeded.append(item)
        return heeded

    @staticmethod
    def _is_deniable(claim: RawClaim) -> bool:
        """Return whether a claim says more than a name, which is taken for granted.

        What a whole sentence tells was read with what denies it.
        """
        names = [
            (m.start, m.end) for m in claim.mentions.values() if m.label in {"player", "person"}
        ]
        return claim.rule.telling is None and (claim.start, claim.end) not in names

    def _denied(self, sentence: Sentence) -> Iterator[_Denied]:
        """Yield what is denied in a sentence."""
        units = sentence.units
        for index, unit in enumerate(units):
            pair = tuple(one.norm for one in units[index : index + 2])
            size = 1 if unit.norm in self._words else 2 if pair in self._pairs else 0
            after = index + size
            if not size or after >= len(units) or units[after].norm in self._no_denial:
                continue
            end = after
            while end < len(units) and not self._is_end(units, end, after):
                end += 1
            if end > after:
                yield _Denied(unit.start, units[after].start, units[end - 1].end)

    def _is_end(self, units: Sequence[Unit], index: int, first: int) -> bool:
        """Return whether a unit ends what is denied from the first one on."""
        if units[index].norm in self._ends:
            # "Not even Barnes scored 30", "nobody but Harden scored 30".
            return index > first or units[index].norm not in {"even", "but"}
        after = units[index + 1 : index + 4]
        labels = [
            one.mention.label if one.mention is not None else ""
            for one in after
            if one.norm != "the"
        ]
        if units[index].norm in {"as", "than"}:
            # "Could not keep up as Harden scored 34", "nobody had more than the six of Hill".
            counted = units[index].norm == "than" and after[:1] != [] and after[0].norm == "the"
            return counted or labels[:1] in (["player"], ["team"], ["person"])
        # Where, when and how long are taken for granted: "never trailed on Sunday".
        return units[index].norm in _ADJUNCTS and (
            labels[:1] in (["day"], ["arena"], ["place"]) or labels[:2] == ["number", "statistic"]
        )

    def _reads(self, claim: RawClaim, denied: _Denied) -> bool:
        """Return whether a claim's pattern or one of its details says itself what denies."""
        if any(start <= denied.by < end for start, end in claim.marks.values()):
            return True
        pattern = self._patterns.get(claim.pattern)
        if pattern is None:
            return False
        if claim.pattern not in self._says:
            self._says[claim.pattern] = pattern.names_any(self._said)
        return self._says[claim.pattern]

    @staticmethod
    def _taken_back(item: VerifiedClaim, denied: Sequence[_Denied]) -> VerifiedClaim:
        claim = item.claim
        findings = [
            replace(finding, holds=True, correction=None)
            if finding.holds is False and _is_denied(claim, finding, denied)
            else finding
            for finding in item.findings
        ]
        changed = findings != item.findings
        return VerifiedClaim(claim, findings, denied=True) if changed else item


def _is_denied(claim: RawClaim, finding: Finding, denied: Sequence[_Denied]) -> bool:
    """Return whether what a finding speaks against is denied, or whom the claim is about."""
    start, _ = claim.marks.get(finding.mark or claim.rule.mark, (claim.start, claim.end))
    last = claim.end - 1
    return any(
        one.start <= start < one.end
        or (claim.start <= one.by < claim.end and one.start <= last < one.end)
        # "Harden, not Anderson, led the Rockets."
        or any(subject.start == one.start for subject in claim.subjects)
        for one in denied
    )
