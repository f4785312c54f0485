"""Find what the lexicon knows in a story: names, statistics, shots, periods, days."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from factcheck.language.capitals import holds, is_quiet, title_lines
from factcheck.language.english import ordinal_value
from factcheck.language.lexicon import Entry, Lexicon, fold
from factcheck.language.mentions import ELLIPSES, Mention, split_clitic
from factcheck.parser.document import Document
from factcheck.parser.spelling import Spelling
from factcheck.parser.team_codes import find_codes

# "PORTLAND, Ore. (AP) -- ": where a story was filed, which says nothing of the game.
_DATELINE = re.compile(
    r"\s*[A-Z][A-Z .'-]+(, [A-Z][A-Za-z.]+)?( \([A-Z][A-Za-z/ ]*\))? ?(--|\u2014|\u2013) ?"
)
# "C.J . Miles", as some tokenisers write it.
_INITIALS = re.compile(r"[A-Z]\.[A-Z]")
_OPENERS = {"!", "?", '"', "``", "“", "-", "--", "—", "–", "*", ":", "|", "#", "("} | ELLIPSES

_SIGNS = {"#"}


class NameFinder:
    """Finds the lexicon's entries in a document, names nearly spelt so among them.

    Args:
        document: Tokens and words; it has no sentences yet.
        lexicon: Names and vocabulary.
        spelling: Names as they are misspelt.
        teams: The codes of teams, "BOS".
        ordinary: Words that are also names, which in a text without capitals mean a player only
            after his full name, and a team only after "the": "love", "heat".

    Attributes:
        within: Of "C.J . Miles" the first two tokens, of "#Celtics" the first one, which are no
            words of their own.
    """

    def __init__(
        self,
        document: Document,
        lexicon: Lexicon,
        spelling: Spelling,
        teams: Collection[str] = (),
        ordinary: frozenset[str] = frozenset(),
    ) -> None:
        self.document = document
        self.lexicon = lexicon
        self.spelling = spelling
        self.within: set[int] = set()
        self._texts = [token.text for token in document.tokens]
        bare = [split_clitic(word)[0] for word in document.words]
        self._folded = [
            fold(text if word == whole else word)
            for text, word, whole in zip(self._texts, bare, document.words, strict=True)
        ]
        self._titles = title_lines(document.text)
        self._learned: dict[str, list[Entry]] = {}
        self._teams = teams
        self._ordinary = ordinary
        self._quiet = is_quiet(document.text)
        self._named_in_full: set[str] = set()

    def find(self) -> dict[int, Mention]:
        """Return the mentions by their first token."""
        mentions: dict[int, Mention] = {}
        text = self.document.text
        dateline = _DATELINE.match(text)
        end = dateline.end() if dateline else 0
        index = sum(token.start < end for token in self.document.tokens)
        while index < len(self._texts):
            found, size, misspelt = self._entries(index)
            if not found:
                second = self._pair(index)
                if second is not None:
                    mentions[index] = second
                index += 1
                continue
            end = index + size
            if found[0].label != "plain":
                # A mark may not reach over the end of a sentence, as the scheme counts sentences.
                first = index + 2 if index in self.within else index
                start = _start_of_shot(found[0], mentions, first)
                mention = _mention(found[0], found, start, end)
                self._set_clitic(mention)
                if misspelt:
                    mention.data["misspelt"] = True
                mentions[start] = mention
                self._leave_out_sign(start)
            index = end
        codes = find_codes(self._texts, mentions, self._teams, self._ordinary)
        return dict(sorted((mentions | codes).items())) if codes else mentions

    def _leave_out_sign(self, start: int) -> None:
        """ "#Celtics": the sign says nothing."""
        tokens = self.document.tokens
        signed = start > 0 and tokens[start - 1].text in _SIGNS
        if signed and tokens[start - 1].end == tokens[start].start:
            self.within.add(start - 1)

    def _entries(self, index: int) -> tuple[list[Entry], int, bool]:
        """Return the entries at a token, how many tokens they take, and whether misspelt."""
        text = self._texts[index]
        apart = "." in text and self._texts[index + 1 : index + 2] == ["."]
        if apart and _INITIALS.fullmatch(text):
            joined = [self._folded[index], *self._folded[index + 2 : index + 6]]
            found = self.lexicon.longest(joined, [text] * len(joined), 0)
            if found and len(found[0].words) > 1:
                self.within.update((index, index + 1))
                return found, len(found[0].words) + 1, False
        found = self.lexicon.longest(self._folded, self._texts, index, any_case=self._quiet)
        if self._quiet:
            found = self._meant_as_names(found, index)
        short = not found or (found[0].label == "player" and found[0].value != "full")
        if short and self._is_capitalised(index):
            named = self.spelling.full_name(self._folded, index) if self._two(index) else []
            if named:
                word = self._folded[index + 1]
                self._learned[word] = [e for e in self.spelling.word(word) if e.label == "player"]
                return named, 2, True
            if not found:
                alone = self._nearly(index)
                return alone, 1, bool(alone)
        return found, len(found[0].words) if found else 1, False

    def _meant_as_names(self, found: list[Entry], index: int) -> list[Entry]:
        """Return the entries without names that are rather ordinary words in small letters."""
        if found and found[0].cased and len(found[0].words) > 1:
            self._named_in_full.update(found[0].words[-1:])
        if len(found) == 0 or len(found[0].words) > 1 or found[0].words[0] not in self._ordinary:
            return found
        word = found[0].words[0]
        after_the = index > 0 and self._folded[index - 1] == "the"
        return [
            entry
            for entry in found
            if not entry.cased
            or (entry.label == "team" and after_the)
            or (entry.label != "team" and word in self._named_in_full)
        ]

    def _is_capitalised(self, index: int) -> bool:
        return self._texts[index][0].isupper() and len(self._folded[index]) > 2

    def _two(self, index: int) -> bool:
        return index + 1 < len(self._texts) and self._is_capitalised(index + 1)

    def _nearly(self, index: int) -> list[Entry]:
        """Return what a capitalised word alone nearly is, where it begins no sentence or title."""
        word = self._folded[index]
        if word in self._learned:
            return self._learned[word]
        token = self.document.tokens[index]
        before = self._texts[index - 1] if index else "."
        between = self.document.text[self.document.tokens[index - 1].end : token.start]
        if (
            token.sent_id == 1
            or before in _OPENERS
            or "\n" in between
            or holds(self._titles, token.start)
        ):
            return []
        return self.spelling.word(word)

    def _pair(self, index: int) -> Mention | None:
        """Read "Lillard-McCollum", "Warriors-Suns": two names that share a token."""
        first, hyphen, second = self.document.words[index].partition("-")
        if not hyphen:
            return None
        parts = self._texts[index].split("-")
        if len(parts) != 2 or not all(part[:1].isupper() for part in parts):
            return None
        mentions = []
        for word, part in zip((first, second), parts, strict=True):
            found = self.lexicon.longest([fold(word)], [part], 0)
            if not found or found[0].label not in {"player", "team"}:
                return None
            mentions.append(_mention(found[0], found, index, index + 1))
        if mentions[0].label != mentions[1].label:
            return None
        mentions[0].data["partner"] = mentions[1]
        for mention in mentions:
            mention.data["paired"] = True
        return mentions[0]

    def _set_clitic(self, mention: Mention) -> None:
        base, clitic = split_clitic(self.document.words[mention.end - 1])
        if clitic and base:
            mention.data["clitic"] = clitic


def _start_of_shot(entry: Entry, mentions: dict[int, Mention], index: int) -> int:
    """ "Of his attempts from downtown": one kind of shots, which the second part names."""
    if entry.label == "shot" and mentions:
        before = next(reversed(mentions.values()))
        if before.label == "shot" and before.value == "FG" and before.end == index:
            return before.start
    return index


def _mention(entry: Entry, found: Sequence[Entry], start: int, end: int) -> Mention:
    mention = Mention(entry.label, start, end, entry.value)
    if entry.label in {"statistic", "shot", "period"}:
        mention.data["value"] = entry.value
        if entry.label == "period":
            # "The third quarter" is wrong in "third" alone, "the first half" in "half".
            which = start + 1 if ordinal_value(entry.words[0]) is not None else end
            mention.parts["which"] = (start, which)
            if start < which < end:
                mention.parts["kind"] = (which, end)
    elif entry.label == "day":
        mention.data["value"] = int(entry.value)
    elif entry.label == "arena":
        mention.data["value"] = entry.keys[0]
    else:
        mention.data["keys"] = list(entry.keys)
        if entry.label == "team":
            places = [other.keys for other in found if other.label == "place"]
            mention.data["place_teams"] = list(places[0] if places else entry.keys)
        elif entry.label == "player" and entry.value != "full":
            same = [key for other in found if other.label == "player" for key in other.keys]
            mention.data["keys"] = list(dict.fromkeys(same))
        elif entry.label == "coach":
            players = [other for other in found if (other.label, other.value) == ("player", "full")]
            mention.data["players"] = [key for other in players for key in other.keys]
    return mention
