"""What the numbers of a sentence mean that share a noun, an owner or a part of the game.

The noun phrases of a sentence (:mod:`factcheck.interpretation.noun_phrases`) are brought
together: "12 of them" takes what it counts from the phrase before it, "20 from Harris" as well,
"five of the Nuggets' 22 assists" states a part and a whole. What a number may mean is a list of
:class:`Meaning`, the likeliest first; a phrase that was not read to its end has none.
"""

from __future__ import annotations

from collections.abc import Iterator

from factcheck.interpretation.quantities.bare import bare
from factcheck.interpretation.quantities.carried import carried
from factcheck.interpretation.quantities.complements import OPPOSING
from factcheck.interpretation.quantities.context import MANY
from factcheck.interpretation.quantities.fragments import fragment
from factcheck.interpretation.quantities.gaps import gapped
from factcheck.interpretation.quantities.lines import begins_line, begins_list, line_of
from factcheck.interpretation.quantities.meanings import Meaning, Quantity
from factcheck.interpretation.quantities.noun_phrases import PhraseReader
from factcheck.interpretation.quantities.phrase_words import Complement, Owned, Phrase, Words
from factcheck.interpretation.quantities.shares import ShareReader
from factcheck.interpretation.quantities.shots import made_of_those_before, tried_and_made
from factcheck.interpretation.quantities.sole_owners import sole_owner
from factcheck.interpretation.quantities.wholes import (
    compared_noun,
    set_against,
    total_alone,
    total_of_fraction,
)
from factcheck.interpretation.readings.costs import costs, ranked
from factcheck.knowledge.facts import POINTS, SHOTS, Owner
from factcheck.language.mentions import Mention, label_part
from factcheck.parser.document import Document
from factcheck.rulebook.vocabulary import Vocabulary

_TRIP = 3
"""So many shots and fewer may be those of one trip to the line, or of a moment."""
_MADE = {tried: made for made, tried in SHOTS.values()}


class QuantityReader:
    """Reads the numbers of documents that are tied to others.

    Args:
        vocabulary: The wordings of the rule base.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._words = Words(vocabulary)

    def read(self, document: Document, index: int) -> list[Quantity]:
        """Return the quantities of a sentence, in order.

        Args:
            document: A bound document.
            index: Which of its sentences, from 0.
        """
        sentence = document.sentences[index]
        if label_part("number") not in sentence.parts:
            return []
        reader = PhraseReader(sentence.units, document.words, self._words)
        return list(_SentenceQuantities(document, index, reader).read())


class _SentenceQuantities(ShareReader):
    """The quantities of one sentence."""

    def read(self) -> Iterator[Quantity]:
        for place, phrase in enumerate(self.phrases):
            if not self.is_plain(phrase):
                continue
            if phrase.described:
                continue
            quantity = made_of_those_before(self, place, phrase)
            if quantity is None and phrase.closed:
                quantity = self._quantity(place, phrase)
            if quantity is None and not phrase.nouns and self.acts(phrase):
                quantity = (
                    self._owned(place, phrase)
                    or line_of(self, place, phrase)
                    or bare(self, place, phrase)
                )
            quantity = quantity or set_against(self, place, self._nouns_before(place))
            quantity = quantity or total_alone(self, phrase, self.wholes)
            if quantity is None or not quantity.meanings:
                quantity = sole_owner(self, phrase) or fragment(self, phrase)
            if quantity is not None and quantity.meanings:
                yield quantity
            total = total_alone(self, phrase, self.wholes)
            if total is not None and quantity is not None and total.phrase != quantity.phrase:
                yield total

    def _quantity(self, place: int, phrase: Phrase) -> Quantity | None:
        if phrase.whole is not None:
            return self.share(place, phrase, phrase.whole)
        if phrase.except_for:
            return None
        total = total_of_fraction(self, phrase, self._nouns_before(place))
        if total is not None:
            return total
        owned = self._owned(place, phrase)
        if owned is not None:
            return owned
        owner = phrase.complement("owner")
        if owner is not None and owner.word not in OPPOSING:
            # "Had 20 and nine for Denver": his, whom the clause is about.
            of_player = owner.word == "for" and not phrase.nouns
            item = self._item(place, phrase, owner)
            return line_of(self, place, phrase) if item is None and of_player else item
        if phrase.nouns:
            return None
        if owner is not None:
            return bare(self, place, phrase)
        return (
            carried(self, place, phrase)
            or gapped(self, place, phrase)
            or line_of(self, place, phrase)
            or tried_and_made(self, place, phrase)
            or bare(self, place, phrase)
        )

    def _item(self, place: int, phrase: Phrase, owner: Complement) -> Quantity | None:
        if "each" in phrase.asides:
            return None
        if owner.word == "for" and not self._for_team(phrase, owner):
            return None
        head = None
        nouns = self.nouns(phrase)
        if not nouns and (label := self.label(phrase.start)):
            nouns = label
        elif owner.word == "for" and nouns and not self.reader.heads_line(phrase.unit):
            return None
        presented = self._presented(phrase)
        leading = self.reader.norm(phrase.start - 1)
        if (
            not (nouns or presented)
            and phrase.start
            and not self.words.holds("before_item", leading)
        ):
            return None
        if not nouns and place and begins_line(self, place - 1):
            # "24 and 12 from Love": his points and his rebounds.
            return None
        start = phrase.start
        found: list[tuple[str, float]]
        if nouns:
            found = ranked(nouns)
        else:
            before = self.head(place, 0)
            if before is None:
                told = presented or _is_group(owner) or not self.counts_otherwise(phrase)
                found = [(POINTS, 0.0 if told and phrase.value >= MANY else costs().guessed_points)]
                if owner.word != "from":
                    return None
            else:
                head = before[1]
                start = head.start
                found = self._nouns_before(place)
        meanings = [
            Meaning(owner.value, code, part, much + late, *phrase.narrowing)
            for code, much in found
            for part, late in self.parts(phrase, head)
        ]
        return Quantity.of("item", phrase, start, meanings)

    def _presented(self, phrase: Phrase) -> bool:
        """ "There were 19 from Henderson", "from Gallinari came 29"."""
        codes, start = self.reader.codes, phrase.start
        return any(self.words.match_back(row, codes, start) for row in ("there", "brought"))

    def _owned(self, place: int, phrase: Phrase) -> Quantity | None:
        """ "Parker's six", "the 44 points Houston had from its bench"."""
        told = phrase.relative or self.reader.owner_before(phrase.start) or self._rival(place)
        if told is None or told.owner == "" or phrase.complement("owner"):
            return None
        if phrase.complement("group") is not None and isinstance(told.owner, str):
            return None
        if not phrase.nouns and begins_list(self, place):
            return None
        if phrase.relative is None and phrase.value <= _TRIP and phrase.nouns in SHOTS.values():
            # "George's two free throws broke the tie": those of a moment.
            return None
        own = ranked(phrase.nouns)
        counted = own or self._nouns_before(place)
        if not counted and not phrase.closed and isinstance(told.owner, int):
            # "Schroder's 15 lifts the Hawks".
            counted = [(POINTS, 0.0)] if phrase.value >= MANY else []
        if not counted and phrase.complement("part") is not None and isinstance(told.owner, str):
            # "Denver's 34 in the second quarter".
            counted = [(POINTS, 0.0)] if phrase.value > MANY else []
        owners: dict[Owner, float] = {
            f"{told.group} {told.owner}" if told.group else told.owner: 0.0
        }
        if not (told.group or phrase.nouns) and isinstance(told.owner, str):
            # "The Spurs' starters had 77 points, the Grizzlies' 67": those of the starters.
            group = self.reader.group_before(phrase.start)
            owners = (
                {f"{group} {told.owner}": 0.0, told.owner: costs().farther} if group else owners
            )
        meanings = [
            Meaning((owner,), code, part, much + late + far, *phrase.narrowing)
            for owner, far in owners.items()
            for code, much in counted
            for part, late in self.parts(phrase, None)
        ]
        return Quantity.of("item", phrase, min(phrase.start, told.end), meanings)

    def _rival(self, place: int) -> Owned | None:
        """ "Had eight blocks to their four", but not "added 16 points to their 20"."""
        phrase = self.phrases[place]
        size = self.words.match_back("rivals", self.reader.codes, phrase.start)
        team = self.team(phrase.unit) if size else None
        if team is None or self.frames[phrase.unit].subject != "team":
            return None
        if next(iter(self._nouns_before(place)), (POINTS, 0.0))[0] == POINTS:
            return None
        others = [other for other in self.game.teams if other != team]
        return Owned(others[0], "", phrase.start - size) if len(others) == 1 else None

    def _nouns_before(self, place: int) -> list[tuple[str, float]]:
        """Return what may be counted by what the sentence counted before, the nearest first."""
        found: dict[str, float] = {}
        last = self.phrases[place].start
        for phrase in reversed(self.phrases[:place]):
            for code in self._made_between(phrase.end, last):
                found.setdefault(code, costs().farther if found else 0.0)
            last = phrase.start
            far = costs().farther if found else 0.0
            for code, cost in ranked(self.nouns(phrase)):
                found.setdefault(code, cost + far)
        if not found:
            return compared_noun(self, self.phrases[place].start)
        found.setdefault(POINTS, costs().other_statistic)
        return list(found.items())

    def _made_between(self, start: int, end: int) -> Iterator[str]:
        """Yield the made shots of the kinds named between units: "at the line, where they made"."""
        for unit in reversed(self.sentence.units[start:end]):
            mention = unit.mention
            if mention is not None and mention.label == "shot" and mention.value in SHOTS:
                yield SHOTS[mention.value][0]

    def _for_team(self, phrase: Phrase, owner: Complement) -> bool:
        """ "19 turnovers for the Magic", but not "Nowitzki had 19 for the Mavericks": his."""
        if len(owner.value) > 1 or isinstance(owner.value[0], int):
            return isinstance(owner.value[0], int) and len(owner.value) == 1
        clause = self.frames[phrase.unit].clause
        return not any(
            frame.clause == clause and (frame.subject == "player" or _names_man(unit.mention))
            for frame, unit in zip(self.frames, self.sentence.units, strict=True)
        )


def _is_group(owner: Complement) -> bool:
    """Return whether a team's bench or starters are the owner: their number is one of points."""
    return any(isinstance(who, str) and " " in who for who in owner.value)


def _names_man(mention: Mention | None) -> bool:
    return mention is not None and mention.label in {"player", "person"}
