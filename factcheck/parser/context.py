"""Who and when each part of a sentence is about, from clauses, cues and pronouns.

There is no parser model: clauses begin at conjunctions, the clause's subject is its
first name that is no object, a left-out or pronominal subject is the last one of its
kind, and cues of the vocabulary tell which time a clause speaks of.
"""

from __future__ import annotations

from dataclasses import replace

from factcheck.language.mentions import Mention, Sentence, Unit
from factcheck.language.tokenizer import Token
from factcheck.parser.anaphora import Spoken, Step
from factcheck.parser.attachment import Attachment
from factcheck.parser.clauses import ClauseReader, Scope
from factcheck.parser.cues import ContextCues
from factcheck.parser.document import ClauseContext, Document
from factcheck.parser.imagined import Imagined
from factcheck.parser.narrator import narrator, speaks_for_team
from factcheck.parser.narrowed import Narrowed
from factcheck.parser.other_games import OtherGames
from factcheck.parser.predicates import Predicates
from factcheck.parser.subjects import SubjectReader
from factcheck.parser.tenses import ToldInPast
from factcheck.rulebook.vocabulary import Vocabulary

_QUOTES = {'"', "“", "”", "``", "''"}
# A mark that never closes must not silence the rest of the story.
_LONGEST_QUOTE = 90
_BRACKETS = {"(", ")"}


class ContextReader:
    """Gives every unit of a bound document its :class:`ClauseContext`."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.cues = ContextCues(vocabulary)
        self.clauses = ClauseReader(vocabulary)

    def read(self, document: Document) -> None:
        """Set ``document.frames``; the document must be bound to its game."""
        assert document.game is not None
        state = Spoken(document.game)
        state.hears_speech = not _stands_in_quotes(document.words)
        if speaks_for_team(document, self.cues.narrator):
            state.has_narrator, state.narrator = True, narrator(document, self.cues.narrator)
        document.frames = [
            _SentenceReader(self, state, sentence, document.tokens).read()
            for sentence in document.sentences
        ]


def _stands_in_quotes(words: list[str]) -> bool:
    """Tell whether quotation marks hold a whole story, as where it was copied from elsewhere."""
    marks = [index for index, word in enumerate(words) if word in _QUOTES]
    return len(marks) == 2 and marks[0] == 0 and marks[1] >= len(words) - 2


class _SentenceReader(SubjectReader):
    """Reads one sentence from left to right."""

    def __init__(
        self, reader: ContextReader, state: Spoken, sentence: Sentence, tokens: list[Token]
    ) -> None:
        super().__init__(reader.cues, state, sentence, tokens)
        self.clauses = reader.clauses
        self.starts = reader.clauses.starts
        self.sentence = sentence
        self.frames: list[ClauseContext] = []
        # What the sentence was about when a bracket opened.
        self.outside: tuple[ClauseContext, bool, tuple[Mention, ...]] | None = None

    def read(self) -> list[ClauseContext]:
        if not self.units:
            return []
        state = self.state
        scopes = self.clauses.read(self.sentence, state.game, self.cues.is_object)
        frame = ClauseContext(
            subject=state.subject, players=state.players, team_id=self._carried_team(),
            topic_team_id=state.topic_team_id, named=state.named, anaphoric=True,
        )  # fmt: skip
        if self.around.is_fragment():
            frame = replace(frame, subject="", players=(), distribution="single")
        if state.subject == "player" and not self.around.goes_on_with_man(self._words()):
            frame = replace(frame, subject="", players=())
            state.turned = True
        elif state.turned and (
            self.around.has_label(0, "number") or self.around.has_label(0, "shooting")
        ):
            # "And the ball moved. Thirty-six assists": not those of the man spoken of before.
            frame = replace(frame, subject="", players=())
        clause_has_subject = False
        for index, unit in enumerate(self.units):
            if index in scopes:
                frame = self._open_clause(frame, scopes[index])
                frame, clause_has_subject = self._relative(index, frame)
                if self.starts.number_acts(self.sentence, index):
                    frame = replace(frame, subject="", players=())
                self.clause_start = index
                self.main = None
            frame, clause_has_subject = self.step(index, unit, frame, clause_has_subject)
            if unit.mention is None and unit.norm in _BRACKETS:
                frame, clause_has_subject = self._bracket(unit.norm, frame, clause_has_subject)
            self.frames.append(self._quoted(unit, frame))
        Predicates(self.around, self.frames, scopes).part()
        ToldInPast(self.around, self.frames, scopes).settle()
        Attachment(self.around, self.frames).settle()
        OtherGames(self.around, self.frames, state.game).mark()
        Imagined(self.around, self.frames).mark()
        narrowing = self.clauses.narrowing(self.sentence, state.game)
        Narrowed(self.around, self.frames).mark(narrowing)
        if frame.subject:
            state.subject, state.turned = frame.subject, False
        if self.next_topic is not None:
            state.topic_team_id = self.next_topic
        return self.frames

    def _bracket(self, code: str, frame: ClauseContext, has_subject: bool) -> Step:
        """ "He had nine assists (as did X, who scored 20) and seven boards": he goes on."""
        if code == "(":
            self.outside = (frame, has_subject, self.state.players)
        elif self.outside is not None:
            frame, has_subject, self.state.players = self.outside
            self.outside = None
        return frame, has_subject

    def _words(self) -> set[str]:
        """The sentence's words, those inside of mentions too ("four of his eight")."""
        tokens = self.tokens[self.units[0].start : self.units[-1].end]
        return {token.text.lower() for token in tokens}

    def _quoted(self, unit: Unit, frame: ClauseContext) -> ClauseContext:
        """What somebody says in quotation marks is his opinion, not the story's claim."""
        state = self.state
        if not state.hears_speech:
            return frame
        if unit.mention is None and unit.norm in _QUOTES:
            opens = unit.norm != "”" and (state.quote == 0 or unit.norm == "“")
            state.quote = 1 if opens else 0
        elif state.quote:
            state.quote += 1
            if state.quote > _LONGEST_QUOTE:
                state.quote = 0
        return replace(frame, scope="other") if state.quote > 1 else frame

    def _open_clause(self, frame: ClauseContext, scope: Scope) -> ClauseContext:
        state = self.state
        state.clause += 1
        if self.next_topic is not None:
            state.topic_team_id, self.next_topic = self.next_topic, None
        return replace(
            frame, clause=state.clause, scope=scope.name, scope_n=scope.number, cues=scope.cues,
            named=state.named, topic_team_id=state.topic_team_id, distribution="single", team=None,
            topic=None, anaphoric=True,
        )  # fmt: skip

    def _relative(self, index: int, frame: ClauseContext) -> Step:
        """Let "who" and "which" stand for the name before them; go on with it after them."""
        starts = self.starts
        mention = starts.antecedent(self.sentence, index)
        if mention is None and self.around.norm(index) not in starts.words.relative:
            mention = starts.resumed_name(self.sentence, index)
        if starts.joins_nobody(self.sentence, index):
            return replace(frame, subject="", players=(), team=None), True
        if mention is None:
            return frame, False
        if mention in self.excepted and self.around.norm(index) == ",":
            # "Nobody besides Harden, who had 15, handed out more": nobody still.
            return replace(frame, subject="", players=(), team=None), True
        if mention.label == "player":
            in_list = mention in frame.players
            players = frame.players if in_list and len(frame.players) > 1 else (mention,)
            return replace(
                frame, subject="player", players=players, team_id=mention.data.get("team_id"),
                distribution="group" if len(players) > 1 else "single", anaphoric=False,
            ), True  # fmt: skip
        return replace(
            frame, subject="team", players=(), team_id=mention.data["value"], team=mention,
            topic=mention, anaphoric=False,
        ), True  # fmt: skip

    def _carried_team(self) -> str | None:
        if self.state.subject == "player" and self.state.players:
            team_id: str | None = self.state.players[0].data.get("team_id")
            return team_id
        return self.state.team_id
