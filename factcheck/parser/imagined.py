"""What a sentence only imagines: "had he made two more, he would have had 30"."""

from __future__ import annotations

from factcheck.language.english import is_past
from factcheck.parser.constructions import Construction, SentenceFrames
from factcheck.parser.wordings import ImaginedWords

_BETWEEN = 4
"""Units between "had" and the participle, at most: "had James Johnson only made"."""
_TAKEN_AWAY = 6
"""Units between "take" and "away", at most: "take the 18 free throws away"."""


class Imagined(SentenceFrames):
    """Finds what did not happen, and gives it the time of no game.

    A clause with "would have" and a participle tells what might have been, and so does its
    condition, "if he had …" or "had he …". Neither says a thing about the box score. Nor does what
    is left once the reader has taken something away, "leave out the threes and he was 7-for-8",
    what was wished for, "wanted 50 rebounds and got 45", or asked, "did Thomas score 40?".
    """

    @property
    def words(self) -> ImaginedWords:
        """The vocabulary's words for what did not happen."""
        return self.around.cues.imagined

    def mark(self) -> None:
        """Give what is imagined the scope ``imagined``."""
        if self._is_asked():
            self._set(0, len(self.units))
            return
        # Most sentences hold none of the words that begin such a stretch.
        if self.around.cues.imagining.isdisjoint(unit.norm for unit in self.units):
            return
        for index in range(len(self.units)):
            if self._request_begins(index):
                self._set(index, self._request_end(index))
            elif self._is_wish(index) or self._was_wished(index):
                self._set(index, self._wish_end(index))
        results = [index for index in range(len(self.units)) if self._result_begins(index)]
        for index in results:
            self._set(index, self._end(index))
        if not results:
            return
        last = len(self.units) - 1
        for index in range(len(self.units)):
            if self._condition_begins(index):
                self._set(index, self._end(index + 1))
            elif self._word(index) == "without" and self.around.has_label(
                min(index + 1, last), "player"
            ):
                # "Without Parsons they would have lost": he played.
                self._set(index, index + 2)

    def _is_asked(self) -> bool:
        """ "Did Thomas score 40?" asks what "Did you see Thomas score 40?" tells.

        So does "who led at the half?", behind "Q:" as well, unlike "who but Thomas had 40?".
        """
        if self._word(len(self.units) - 1) != "?":
            return False
        start = 2 if self._word(1) == ":" else 0
        if self._word(start) in self.words.asks_who:
            return self._word(start + 1) not in self.words.asks_who_but
        if self._word(0) not in self.words.auxiliaries:
            return False
        named = any(self.around.has_label(1, label) for label in ("player", "team"))
        return named or self._word(1) in self.words.asked_of

    def _is_wish(self, index: int) -> bool:
        """ "Wanted 50 rebounds", "were hoping for 50 rebounds": a number right behind the verb."""
        if self._word(index) not in self.words.wishes:
            return False
        behind = index + 1 + (self._word(index + 1) == "for")
        return behind < len(self.units) and self.around.has_label(behind, "number")

    def _was_wished(self, index: int) -> bool:
        """ "Had hoped to win", "seemed headed for a win"; "hope to" tells of what comes."""
        word, following = self._word(index), self._word(index + 1)
        if word in self.words.seemed and following in self.words.seemed_how:
            return True
        if self._word(index - 1) in self.words.before_if and word in self.words.as_if:
            return True
        if following in self.words.asked_of:
            # "Thought he had 10 rebounds", "had said he would make five", but "said he had five".
            verb = self._word(index + 2)
            foreseen = verb in self.words.modals
            return (word in self.words.believed and (foreseen or verb == "had")) or (
                word in self.words.promised and foreseen
            )
        if following not in self.words.wished_how:
            return False
        if index == 0 and word in self.words.wished_then:
            return self._was_past_behind_comma()
        if word in self.words.chances:
            before = range(max(0, index - _BETWEEN), index)
            return not any(self._word(at) in self.words.coming for at in before)
        told = self._word(index - 1) in self.words.was
        return word in self.words.wished or (told and word in self.words.wished_then)

    def _was_past_behind_comma(self) -> bool:
        """ "Looking to end their skid, the Pacers lost again", but not "… they visit Boston"."""
        places = range(len(self.units))
        comma = next((at for at in places if self._word(at) == ","), len(self.units))
        behind = range(comma + 1, min(len(self.units), comma + 2 + _BETWEEN))
        return any(is_past(self._word(at)) or self._word(at) in self.words.was for at in behind)

    def _wish_end(self, index: int) -> int:
        places = range(index + 1, len(self.units))
        return next((at for at in places if self._ends_wish(at)), len(self.units))

    def _ends_wish(self, index: int) -> bool:
        """ "Tried to carry them with 10 points": with what, and when, was no wish."""
        word = self._word(index)
        told = word == "with" and index + 1 < len(self.units)
        return word in self.words.ends | self.words.ends_wish or (
            told and self.around.has_label(index + 1, "number")
        )

    def _request_begins(self, index: int) -> bool:
        """ "Take away the threes and", "if you subtract those"."""
        word, before = self._word(index), self._word(index - 1)
        asked = before in self.words.askers and self._word(index - 2) == "if"
        if not (asked or index == 0 or before in self.words.begins_request):
            return False
        following = range(index + 1, index + 2 + _TAKEN_AWAY)
        if word in self.words.subtracts:
            return True
        return word in self.words.removes and any(
            self._word(at) in self.words.away for at in following
        )

    def _request_end(self, index: int) -> int:
        places = range(index, len(self.units))
        return next(
            (at for at in places if self._word(at) in self.words.ends_request), len(self.units)
        )

    def _result_begins(self, index: int) -> bool:
        """ "Would have finished", "could easily have been"."""
        if self._word(index) not in self.words.modals:
            return False
        return any(
            self._word(at) in self.words.have for at in range(index + 1, index + 1 + _BETWEEN - 1)
        )

    def _condition_begins(self, index: int) -> bool:
        """ "If Curry had made two more", "had Curry made two more"."""
        word = self._word(index)
        if word == "if":
            return True
        if word == "with":
            # "With a win they would have".
            return index == 0 and self._word(1) in self.words.one_more
        if word != "had" or not (index == 0 or self._word(index - 1) in {",", "and", ";", "--"}):
            return False
        following = range(index + 1, min(len(self.units), index + 2 + _BETWEEN))
        named = self.units[index + 1 : index + 2]
        starts = bool(named) and (
            named[0].mention.label in {"player", "team"}
            if named[0].mention is not None
            else named[0].norm in self.words.named_by
        )
        return starts and any(map(self._is_participle, following))

    def _is_participle(self, index: int) -> bool:
        word = self._word(index)
        return is_past(word) or word in self.words.unchanged

    def _word(self, index: int) -> str:
        unit = self.units[index] if 0 <= index < len(self.units) else None
        return unit.norm if unit is not None and unit.mention is None else ""

    def _end(self, index: int) -> int:
        end = index + 1
        while end < len(self.units) and self._word(end) not in self.words.ends:
            end += 1
        return end

    def _set(self, start: int, end: int) -> None:
        self.revise(range(start, end), Construction.IMAGINED, scope="imagined")
