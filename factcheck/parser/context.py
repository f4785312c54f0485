"""Who and when each part of a sentence is about, from clauses, cues and pronouns.

There is no parser model: clauses begin at conjunctions, the clause's subject is its
first name that is no object, a left-out or pronominal subject is the last one of its
kind, and cues of the vocabulary tell which time a clause speaks of.
"""

from __future__ import annotations

from dataclasses import replace

from factcheck.language.mentions import Mention, Sentence, Unit
from factcheck.language.tokenizer import Token
from factcheck.parser.clauses import ClauseReader, Scope, resumed_name
from factcheck.parser.cues import ContextCues
from factcheck.parser.document import Document, Frame
from factcheck.parser.names import Game
from factcheck.parser.other_games import OtherGames
from factcheck.parser.ownership import Ownership
from factcheck.parser.predicates import Predicates
from factcheck.parser.surroundings import Surroundings
from factcheck.parser.unknown_people import PERSON
from factcheck.rulebook.vocabulary import Vocabulary

_QUOTES = {'"', "“", "”", "``", "''"}
# A mark that never closes must not silence the rest of the story.
_LONGEST_QUOTE = 90
_BRACKETS = {"(", ")"}
_GIVERS = {"to", "by", "behind", "from", "on", "of", "with"}
_PARTICLES = {"over", "up", "away", "out", "off", "back"}

_Step = tuple[Frame, bool]
"""What a unit is about, and whether its clause has a subject by then."""


class ContextReader:
    """Gives every unit of a bound document its :class:`Frame`."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.cues = ContextCues(vocabulary)
        self.clauses = ClauseReader(vocabulary)

    def read(self, document: Document) -> None:
        """Set ``document.frames``; the document must be bound to its game."""
        assert document.game is not None
        state = _State(document.game)
        state.hears_speech = not _stands_in_quotes(document.words)
        document.frames = [
            _SentenceReader(self, state, sentence, document.tokens).read()
            for sentence in document.sentences
        ]


class _State:
    """What carries over from sentence to sentence."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.clause = 0
        self.players: tuple[Mention, ...] = ()
        self.pair: tuple[Mention, ...] = ()
        self.latest: Mention | None = None
        self.team_id: str | None = None
        self.flow_team_id: str | None = None
        self.named: tuple[int, ...] = ()
        self.subject = ""
        # Whether the sentence before was about something else than the man spoken of.
        self.turned = False
        # Units since a quotation mark opened; 0 outside of quotations.
        self.quote = 0
        self.hears_speech = True


def _stands_in_quotes(words: list[str]) -> bool:
    """Tell whether quotation marks hold a whole story, as where it was copied from elsewhere."""
    marks = [index for index, word in enumerate(words) if word in _QUOTES]
    return len(marks) == 2 and marks[0] == 0 and marks[1] >= len(words) - 2


class _SentenceReader:
    """Reads one sentence from left to right."""

    def __init__(
        self, reader: ContextReader, state: _State, sentence: Sentence, tokens: list[Token]
    ) -> None:
        self.tokens = tokens
        self.reader = reader
        self.cues = reader.cues
        self.state = state
        self.units = sentence.units
        self.around = Surroundings(sentence.units, reader.cues)
        self.sentence = sentence
        self.frames: list[Frame] = []
        self.turn_to: str | None = None
        self.clause_start = 0
        # The team that a clause is about, while a man in a phrase of it has the numbers.
        self.main: Frame | None = None
        # What the sentence was about when a bracket opened.
        self.outside: tuple[Frame, bool, tuple[Mention, ...]] | None = None
        self.excepted: list[Mention] = []

    def read(self) -> list[Frame]:
        if not self.units:
            return []
        state = self.state
        scopes = self.reader.clauses.read(self.sentence, state.game, self.cues.is_object)
        frame = Frame(
            subject=state.subject, players=state.players, team_id=self._carried_team(),
            flow_team_id=state.flow_team_id, named=state.named, pronoun=True,
        )  # fmt: skip
        if self.around.is_fragment():
            frame = replace(frame, subject="", players=(), sharing="single")
        if state.subject == "player" and not self.around.goes_on_with_man(self._words()):
            frame = replace(frame, subject="", players=())
            state.turned = True
        elif state.turned and self.around.is_kind(0, "number"):
            # "And the ball moved. Thirty-six assists": not those of the man spoken of before.
            frame = replace(frame, subject="", players=())
        clause_has_subject = False
        for index, unit in enumerate(self.units):
            if index in scopes:
                frame = self._open_clause(frame, scopes[index])
                frame, clause_has_subject = self._relative(index, frame)
                if self.reader.clauses.number_acts(self.sentence, index):
                    frame = replace(frame, subject="", players=())
                self.clause_start = index
                self.main = None
            frame, clause_has_subject = self._step(index, unit, frame, clause_has_subject)
            if unit.mention is None and unit.code in _BRACKETS:
                frame, clause_has_subject = self._bracket(unit.code, frame, clause_has_subject)
            self.frames.append(self._quoted(unit, frame))
        Predicates(self.around, self.frames, scopes).part()
        Ownership(self.around, self.frames).settle()
        OtherGames(self.around, self.frames, state.game).mark()
        if frame.subject:
            state.subject, state.turned = frame.subject, False
        if self.turn_to is not None:
            state.flow_team_id = self.turn_to
        return self.frames

    def _bracket(self, code: str, frame: Frame, has_subject: bool) -> _Step:
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

    def _quoted(self, unit: Unit, frame: Frame) -> Frame:
        """What somebody says in quotation marks is his opinion, not the story's claim."""
        state = self.state
        if not state.hears_speech:
            return frame
        if unit.mention is None and unit.code in _QUOTES:
            opens = unit.code != "”" and (state.quote == 0 or unit.code == "“")
            state.quote = 1 if opens else 0
        elif state.quote:
            state.quote += 1
            if state.quote > _LONGEST_QUOTE:
                state.quote = 0
        return replace(frame, scope="other") if state.quote > 1 else frame

    def _open_clause(self, frame: Frame, scope: Scope) -> Frame:
        state = self.state
        state.clause += 1
        if self.turn_to is not None:
            state.flow_team_id, self.turn_to = self.turn_to, None
        return replace(
            frame, clause=state.clause, scope=scope.name, scope_n=scope.number, cues=scope.cues,
            named=state.named, flow_team_id=state.flow_team_id, sharing="single", team=None,
            topic=None, pronoun=True,
        )  # fmt: skip

    def _relative(self, index: int, frame: Frame) -> _Step:
        """Let "who" and "which" stand for the name before them; go on with it after them."""
        clauses = self.reader.clauses
        mention = clauses.antecedent(self.sentence, index)
        if mention is None and self.around.code(index) not in clauses.relative:
            mention = resumed_name(self.sentence, index)
        if clauses.joins_nobody(self.sentence, index):
            return replace(frame, subject="", players=(), team=None), True
        if mention is None:
            return frame, False
        if mention in self.excepted and self.around.code(index) == ",":
            # "Nobody besides Harden, who had 15, handed out more": nobody still.
            return replace(frame, subject="", players=(), team=None), True
        if mention.kind == "player":
            in_list = mention in frame.players
            players = frame.players if in_list and len(frame.players) > 1 else (mention,)
            return replace(
                frame, subject="player", players=players, team_id=mention.data.get("team_id"),
                sharing="group" if len(players) > 1 else "single", pronoun=False,
            ), True  # fmt: skip
        return replace(
            frame, subject="team", players=(), team_id=mention.data["value"], team=mention,
            topic=mention, pronoun=False,
        ), True  # fmt: skip

    def _carried_team(self) -> str | None:
        if self.state.subject == "player" and self.state.players:
            team_id: str | None = self.state.players[0].data.get("team_id")
            return team_id
        return self.state.team_id

    # -- subjects -----------------------------------------------------------------

    def _step(self, index: int, unit: Unit, frame: Frame, has_subject: bool) -> _Step:
        mention = unit.mention
        if mention is None:
            return self._word(index, unit, frame, has_subject)
        if mention.kind == "player":
            return self._player(index, mention, frame, has_subject)
        if mention.kind == "team":
            return self._team(index, mention, frame, has_subject)
        if mention.kind == PERSON:
            return self._stranger(index, frame, has_subject)
        if mention.kind == "coach" and self.around.coaches_team(index):
            return self._coach(index, mention, frame, has_subject)
        if mention.kind == "number" and self.around.means_pair(index) and len(self.state.pair) > 1:
            sharing = "together" if self.around.code(index + 1) == "of" else "group"
            return self._pair(frame, sharing), True
        return frame, has_subject

    def _pair(self, frame: Frame, sharing: str = "group") -> Frame:
        """ "The two", "they": the men named together."""
        pair = self.state.pair
        return replace(
            frame, subject="player", players=pair, sharing=sharing, team=None,
            team_id=pair[0].data["team_id"], pronoun=True,
        )  # fmt: skip

    def _word(self, index: int, unit: Unit, frame: Frame, has_subject: bool) -> _Step:
        if self.main is not None and self.around.goes_on(index):
            frame, self.main = replace(self.main, scope=frame.scope), None
            return frame, True
        for meant in (self._men_meant, self._nobody_meant, self._team_meant):
            found = meant(index, unit.code, frame, has_subject)
            if found is not None:
                return found
        return frame, has_subject

    def _men_meant(self, index: int, word: str, frame: Frame, has_subject: bool) -> _Step | None:
        """ "He", "the latter", "they", "the duo": men named before."""
        state = self.state
        if word in {"former", "latter"} and len(state.pair) > 1 and self.around.stands_alone(index):
            player = state.pair[0] if word == "former" else state.pair[-1]
            state.players = (player,)
            return replace(
                frame, subject="player", players=(player,), sharing="single",
                team_id=player.data["team_id"], team=None, pronoun=True,
            ), True  # fmt: skip
        aim = has_subject and word in {"him", "himself"}
        if word in self.cues.he and state.players and frame.subject != "player" and not aim:
            player = state.players[-1]
            return replace(
                frame, subject="player", players=state.players, sharing="single",
                team_id=player.data["team_id"], team=None, pronoun=True,
            ), True  # fmt: skip
        if word == "he" and frame.subject == "player" and frame.players:
            return frame, True
        both = word == "they" or (
            word in self.cues.couples and self.around.begins_clause(index) and index < 3
        )
        if both and len(state.pair) > 1 and self.around.shares_next(index):
            return self._pair(frame), True
        return None

    def _nobody_meant(self, index: int, word: str, frame: Frame, has_subject: bool) -> _Step | None:
        """ "The starters", "both teams", "somebody": nobody, or no one team, that a name tells."""
        if index == self.clause_start and not has_subject and self.around.is_nobody(index):
            return replace(frame, subject="", players=(), team=None, sharing="single"), True
        if word == "they" and self.around.shares_next(index) and self._names_both_teams(index):
            return replace(frame, subject="", players=(), team_id=None, team=None), True
        if word in self.cues.team_nouns and self.around.opens_phrase(index) and frame.team_id:
            return replace(
                frame, subject="team", players=(), team=None, topic=None, pronoun=True
            ), True  # fmt: skip
        if index == self.clause_start and self._nobody_known(index):
            return replace(frame, subject="", players=(), team=None), True
        verb = word == "starting" and self.around.code(index + 1) in {"in", "for", "at"}
        if word in self.cues.group_nouns and not verb and self.around.begins_clause(index):
            return replace(frame, subject="", players=(), team=None), True
        if self.around.group_that_acts(index):
            return replace(frame, subject="", players=(), team=None), True
        if not has_subject and self.around.both_sides(index):
            return replace(frame, subject="", players=(), team_id=None, team=None), True
        if (
            word in self.cues.person_nouns
            and frame.subject == "team"
            and self.around.means_man(index)
        ):
            return replace(frame, subject="", players=(), team=None), True
        if word in self.cues.team_nouns and (
            self.around.code(index - 1) in {"each", "either", "neither"}
            or (frame.subject == "player" and self.around.described_team(index))
        ):
            return replace(frame, subject="", players=(), team=None), True
        return None

    def _team_meant(self, index: int, word: str, frame: Frame, has_subject: bool) -> _Step | None:
        """ "They", "their", "it": the team spoken of."""
        if word == "they" and frame.subject == "team" and has_subject:
            # "After Boston got within two they took the third": which team that is, is a guess.
            return replace(frame, pronoun=True), True
        plural = word == "they" or (
            word in {"their", "it", "its"}
            and not has_subject
            # "Turned it over", "coughed it up".
            and self.around.code(index + 1) not in _PARTICLES
            and not self.around.sums_up(index)
        )
        team_id = self.state.team_id or (frame.team_id if word == "they" else None)
        if plural and team_id and not (frame.subject == "team" and has_subject):
            return replace(
                frame, subject="team", players=(), team_id=team_id, team=None, pronoun=True
            ), word == "they" or (word == "it" and self.around.acts(index))  # fmt: skip
        return None

    def _stranger(self, index: int, frame: Frame, has_subject: bool) -> _Step:
        """Of somebody whom the knowledge base does not know nothing can be looked up."""
        around = self.around
        aim = self.cues.is_object(self.units, index) or (
            has_subject and around.before(index) in self.cues.player_after | self.cues.never_subject
        )
        if (aim and not around.continues_list(index)) or around.code(index + 1) in {"'s", "'"}:
            return frame, has_subject
        self.state.players, self.state.subject, self.state.pair = (), "", ()
        return replace(frame, subject="", players=(), team=None, sharing="single"), True

    def _coach(self, index: int, mention: Mention, frame: Frame, has_subject: bool) -> _Step:
        """ "Terry Stotts 's club" is his team; of a coach of neither team it is nobody."""
        team_id = mention.data.get("team_id")
        if self.cues.is_object(self.units, index):
            return frame, has_subject
        if team_id is None:
            return replace(frame, subject="", players=(), team=None), True
        self.state.team_id = self.state.flow_team_id = team_id
        return replace(
            frame, subject="team", players=(), team_id=team_id, team=None, topic=None,
            pronoun=True, flow_team_id=team_id, sharing="single",
        ), True  # fmt: skip

    def _names_both_teams(self, index: int) -> bool:
        """ "Orlando hit nine threes and Milwaukee six; they combined": both teams together."""
        named = {
            unit.mention.data.get("value")
            for unit in self.units[:index]
            if unit.mention is not None and unit.mention.kind == "team"
        }
        return named >= set(self.state.game.teams)

    def _nobody_known(self, index: int) -> bool:
        """A capitalised word before a verb of deeds names a man the knowledge base lacks."""
        token = self.tokens[self.units[index].start]
        return (
            token.text[:1].isupper()
            and len(token.text) > 3
            and self.units[index].code not in self.cues.not_names
            and self.around.code(index + 1) in self.cues.deeds
        )

    def _flow(self, frame: Frame, team_id: str | None) -> None:
        """Follow which team the text speaks of.

        "The Hawks were led by X" speaks of X's team from then on, whatever team it
        named; a man of the other team in a new sentence turns the text to his team.
        """
        state = self.state
        if team_id not in state.game.teams:
            return
        if frame.team is not None and frame.team.data["value"] in state.game.teams:
            state.flow_team_id = team_id
        elif self.turn_to is None:
            self.turn_to = team_id

    def _player(self, index: int, mention: Mention, frame: Frame, has_subject: bool) -> _Step:
        state = self.state
        if self.around.follows_in_list(index, PERSON):
            return frame, has_subject
        who_follows = self.around.code(index + 1) in {"who", "whose"} or (
            self.around.code(index + 1) == "," and self.around.code(index + 2) in {"who", "whose"}
        )
        possessive = self.around.code(index + 1) in {"'s", "'"}
        owner = possessive and not has_subject
        spoken_of = has_subject or (frame.subject == "player" and frame.players)
        # "X and Y joined Z": the latter is Y, as these two were named together.
        aside = self.cues.is_object(self.units, index) and len(frame.players) > 1
        if not possessive and not aside:
            if state.latest is not None and state.latest.data["value"] != mention.data["value"]:
                state.pair = (state.latest, mention)
            state.latest = mention
        if possessive and (
            self.around.tells_absence(index) or (spoken_of and self.around.is_aside(index))
        ):
            return frame, has_subject
        if owner and self.around.mate_after(index):
            # "Curry's running mate made six threes": who that is, the words do not say.
            return self._described(frame, mention.data.get("team_id")), True
        if spoken_of and self.around.is_compared(index):
            return frame, has_subject
        man = frame.subject == "player"
        if (spoken_of or has_subject) and self._is_excepted(index, who_follows and man):
            self.excepted.append(mention)
            return frame, has_subject
        if (
            has_subject and frame.subject == "player" and not who_follows and not owner
            and not self.around.has_own_numbers(index)
            and [self.around.code(index - 2), self.around.code(index - 1)] != ["followed", "by"]
            and not self.around.continues_list(index)
            and (
                self.cues.is_object(self.units, index)
                or self.around.before(index) in self.cues.player_after
                or (self.around.before(index).endswith("ed") and index > self.clause_start + 1)
            )
        ):  # fmt: skip
            return frame, has_subject
        players: tuple[Mention, ...] = (mention,)
        if self.around.continues_list(index) and frame.subject == "player":
            players = (*frame.players, mention)
        elif self.around.joins_pronoun(index) and frame.subject == "player" and frame.players:
            players = (frame.players[-1], mention)
        if has_subject and frame.subject == "team" and self.around.before(index) in _GIVERS:
            self.main = frame
        state.players, state.subject = players, "player"
        frame = replace(
            frame, subject="player", players=players, pronoun=False, named=state.named,
            sharing="group" if len(players) > 1 else "single",
            team_id=mention.data.get("team_id"),
        )  # fmt: skip
        self._flow(frame, mention.data.get("team_id"))
        player_id = mention.data["value"]
        # In the order of the latest mention: "right behind him" is behind the man named last.
        state.named = (*(known for known in state.named if known != player_id), player_id)
        return frame, True

    def _is_excepted(self, index: int, goes_on: bool) -> bool:
        """ "Nobody besides Harden and Capela had more": those named are not who is spoken of.

        Args:
            index: The unit of a name.
            goes_on: Whether "who" goes on with a man whom another is compared with.
        """
        if self.around.follows_in_list(index, "player") and self.excepted:
            return self.around.name_in_list_before(index) is self.excepted[-1]
        return self.around.before(index) in self.cues.never_subject and not goes_on

    def _team(self, index: int, mention: Mention, frame: Frame, has_subject: bool) -> _Step:
        state, team_id = self.state, mention.data["value"]
        previous = self.around.before(index)
        is_object = (
            (self.cues.is_object(self.units, index) and not self.around.is_let(index))
            or self.around.is_one_of(index)
            or (
                previous in self.cues.team_after
                and (has_subject or index > self.clause_start + 4)
                and not self._opens_clause(index)
                # "Only for Denver to dominate": what follows is what Denver did.
                and not (previous == "for" and self.around.code(index + 1) == "to")
            )
        )
        if self.around.is_seen(index):
            is_object = False
        elif frame.scope == "next" and frame.team_id in state.game.teams:
            stranger = team_id not in state.game.teams
            is_object = is_object or (stranger and self.around.lists_fixture(index))
        elif has_subject and previous not in {",", ";", ":", "and", "while", "but", "--", "("}:
            is_object = is_object or (frame.subject == "player" and not self.around.acts(index))
        if self.around.counts_members(index):
            # "In all, six Blazers scored in double figures": nobody that was named before.
            if not has_subject and self.around.is_kind(index - 1, "number"):
                frame = replace(frame, subject="", players=(), team=mention)
            return frame, has_subject
        if self.around.in_brackets(index):
            return replace(frame, team=mention), has_subject
        if self.around.in_apposition(index) or self.around.qualifies(index, has_subject):
            return frame, has_subject
        person = self.around.person_after(index)
        if person == "named":
            return replace(frame, team=mention, flow_team_id=state.flow_team_id), has_subject
        if person == "unnamed" and not is_object:
            return self._described(frame, team_id), True
        if is_object:
            if team_id in state.game.teams and not has_subject and self.around.is_topic(index):
                # "It was a rough night for the Heat. They turned …"
                state.team_id, state.subject = team_id, "team"
            if team_id in state.game.teams and frame.subject == "player":
                state.flow_team_id = frame.team_id or team_id
                self.turn_to = None
            return replace(frame, team=mention, flow_team_id=state.flow_team_id), has_subject
        # "They led after a quarter in which Denver missed 10 shots": they stay who they were.
        aside = self.around.before(index) in {"which", "where"} and state.team_id is not None
        if not aside and (frame.scope != "next" or team_id in state.game.teams):
            state.team_id = team_id
        if team_id in state.game.teams:
            state.flow_team_id = team_id
        if any(player.data.get("team_id") != team_id for player in state.pair):
            # "Orlando hit five threes, Milwaukee six, and they combined": no longer the men.
            state.pair = ()
        return replace(
            frame, subject="team", players=(), team_id=team_id, team=mention, topic=mention,
            pronoun=False, flow_team_id=state.flow_team_id, sharing="single",
        ), True  # fmt: skip

    def _described(self, frame: Frame, team_id: str | None) -> Frame:
        """ "The Memphis point guard" is somebody of Memphis, but who is a guess."""
        state = self.state
        if team_id in state.game.teams:
            state.team_id = state.flow_team_id = team_id
        return replace(frame, subject="", players=(), team=None, flow_team_id=state.flow_team_id)

    def _opens_clause(self, index: int) -> bool:
        """The clause's conjunction and articles alone stand before the name."""
        return all(
            self.around.code(position) in {"the", "both"}
            for position in range(self.clause_start + 1, index)
        )
