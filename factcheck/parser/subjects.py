"""Whom the names of a sentence make it speak of."""

from __future__ import annotations

from dataclasses import replace

from factcheck.language.mentions import Mention, Sentence, Unit
from factcheck.language.tokenizer import Token
from factcheck.parser.anaphora import Anaphora, Spoken, Step
from factcheck.parser.cues import ContextCues
from factcheck.parser.document import ClauseContext
from factcheck.parser.unknown_people import PERSON

_ALL_BEFORE = 5
"""Units before "but" or "except" in which "all" tells that the name behind it is left out."""


class SubjectReader(Anaphora):
    """Tells of each unit of a sentence whom it speaks of, from left to right.

    Args:
        cues: The vocabulary's word lists.
        state: Of whom the text spoke so far; changed in place.
        sentence: The sentence.
        tokens: The document's tokens.
    """

    def __init__(
        self, cues: ContextCues, state: Spoken, sentence: Sentence, tokens: list[Token]
    ) -> None:
        super().__init__(cues, state, sentence, tokens)
        self.names = cues.subjects
        self.next_topic: str | None = None
        # The team that a clause is about, while a man in a phrase of it has the numbers.
        self.main: ClauseContext | None = None
        self.received = False
        self.excepted: list[Mention] = []
        # The man named last whom something was done to, or who was named by the way.
        self.passed_over: Mention | None = None

    def step(self, index: int, unit: Unit, frame: ClauseContext, has_subject: bool) -> Step:
        """Return what a unit is about.

        Args:
            index: Its place in the sentence.
            unit: The unit.
            frame: What the unit before is about.
            has_subject: Whether the clause has a subject already.
        """
        mention = unit.mention
        if mention is None:
            return self._word(index, unit, frame, has_subject)
        if mention.label == "player":
            return self._player(index, mention, frame, has_subject)
        if mention.label == "team":
            return self._team(index, mention, frame, has_subject)
        if mention.label == PERSON:
            return self._stranger(index, frame, has_subject)
        if mention.label == "coach" and self.around.coaches_team(index):
            return self._coach(index, mention, frame, has_subject)
        if mention.label == "number" and self.around.means_pair(index) and len(self.state.pair) > 1:
            return self._pair(frame, "collective"), True
        return frame, has_subject

    def _word(self, index: int, unit: Unit, frame: ClauseContext, has_subject: bool) -> Step:
        # "Got 21 points from Whiteside and shot 46 percent": as much of the team as a comma would.
        joined = self.around.norm(index - 1) == "and" and unit.norm in self.cues.resume
        goes_on = self.around.goes_on(index) or (joined and self.received)
        if self.main is not None and goes_on:
            frame, self.main = replace(self.main, scope=frame.scope), None
            return frame, True
        for meant in (
            self._writer_meant, self._men_meant, self._nobody_meant, self._team_meant,
        ):  # fmt: skip
            found = meant(index, unit.norm, frame, has_subject)
            if found is not None:
                return found
        return frame, has_subject

    def _stranger(self, index: int, frame: ClauseContext, has_subject: bool) -> Step:
        """Of somebody whom the knowledge base does not know nothing can be looked up."""
        around = self.around
        aim = self.cues.is_object(self.units, index) or (
            has_subject and around.before(index) in self.cues.player_after | self.cues.never_subject
        )
        if (aim and not around.continues_list(index)) or around.owns(index):
            return frame, has_subject
        self.state.players, self.state.subject, self.state.pair = (), "", ()
        return replace(frame, subject="", players=(), team=None, distribution="single"), True

    def _coach(self, index: int, mention: Mention, frame: ClauseContext, has_subject: bool) -> Step:
        """ "Terry Stotts 's club" is his team; of a coach of neither team it is nobody."""
        team_id = mention.data.get("team_id")
        if self.cues.is_object(self.units, index):
            return frame, has_subject
        if team_id is None:
            return replace(frame, subject="", players=(), team=None), True
        self.state.team_id = self.state.topic_team_id = team_id
        return replace(
            frame, subject="team", players=(), team_id=team_id, team=None, topic=None,
            anaphoric=False, topic_team_id=team_id, distribution="single",
        ), True  # fmt: skip

    def _flow(self, frame: ClauseContext, team_id: str | None) -> None:
        """Follow which team the text speaks of.

        "The Hawks were led by X" speaks of X's team from then on, whatever team it
        named; a man of the other team in a new sentence turns the text to his team.
        """
        state = self.state
        if team_id not in state.game.teams:
            return
        if frame.team is not None and frame.team.data["value"] in state.game.teams:
            state.topic_team_id = team_id
        elif self.next_topic is None:
            self.next_topic = team_id

    def _player(
        self, index: int, mention: Mention, frame: ClauseContext, has_subject: bool
    ) -> Step:
        state = self.state
        anew = self._begins_anew(index, frame)
        if self.around.follows_in_list(index, PERSON):
            return frame, has_subject
        behind = index + 2 if self.around.norm(index + 1) == "," else index + 1
        who_follows = self.around.norm(behind) in self.names.who
        possessive = self.around.owns(index)
        owner = possessive and not has_subject
        spoken_of = has_subject or (frame.subject == "player" and frame.players)
        without = self.around.before(index) in self.names.missing
        if not who_follows and (has_subject or without) and self._is_missed(index, mention, frame):
            return frame, has_subject
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
        if possessive and has_subject and self.around.tells_more_of_man(index):
            return frame, has_subject
        if owner and self.around.mate_after(index):
            # "Curry's running mate made six threes": who that is, the words do not say.
            return self._described(frame, mention.data.get("team_id")), True
        if spoken_of and self.around.is_compared(index):
            return frame, has_subject
        man = frame.subject == "player"
        fronted = self.around.norm(0).endswith(("ed", "ing"))
        excepted = not anew and self._is_excepted(index, who_follows and man)
        if self._is_left_out_of_all(index) or ((spoken_of or has_subject or fronted) and excepted):
            self.excepted.append(mention)
            return frame, has_subject
        if (
            (has_subject or self._carries_on(index)) and frame.subject == "player"
            and not who_follows and not owner
            and not self.around.has_own_numbers(index)
            and not self._is_next(index)
            and self._is_done_to(index)
        ):  # fmt: skip
            self.passed_over = mention
            return frame, has_subject
        players: tuple[Mention, ...] = (mention,)
        if self.around.continues_list(index) and frame.subject == "player" and not anew:
            players = (*frame.players, mention)
        elif self.around.joins_pronoun(index) and frame.subject == "player" and frame.players:
            players = (frame.players[-1], mention)
        if (
            has_subject
            and frame.subject == "team"
            and (self.around.before(index) in self.names.givers or self._is_put_in(index))
        ):
            self.main = frame
            self.received = self.around.before(index) == "from"
        if len(state.players) == 1 and state.players[0] not in players:
            state.single = state.players[0]
        elif len(players) == 1:
            state.single = None
        state.players, state.subject = players, "player"
        frame = replace(
            frame, subject="player", players=players, anaphoric=False, named=state.named,
            distribution="group" if len(players) > 1 else "single",
            team_id=mention.data.get("team_id"),
        )  # fmt: skip
        self._flow(frame, mention.data.get("team_id"))
        player_id = mention.data["value"]
        # In the order of the latest mention: "right behind him" is behind the man named last.
        state.named = (*(known for known in state.named if known != player_id), player_id)
        return frame, True

    def _begins_anew(self, index: int, frame: ClauseContext) -> bool:
        """ "One more than Lee, and Allen had 18": the name before is no subject of a list."""
        start = self.clause_start
        if self.around.norm(start) != "and" or self.around.norm(start - 1) != ",":
            return False
        last = self.around.name_in_list_before(index)
        return (
            self._opens_clause(index)
            and last is not None
            and last.label == "player"
            and last not in frame.players
        )

    def _is_missed(self, index: int, mention: Mention, frame: ClauseContext) -> bool:
        """ "Lee filled in for Conley, scoring 24": nothing is told of a man who did not play."""
        return (
            frame.subject == "player"
            and bool(frame.players)
            and self.state.game.missed(mention.data["value"])
            and not self.around.continues_list(index)
            and not self.around.has_own_numbers(index)
        )

    def _is_put_in(self, index: int) -> bool:
        """ "Turned it over 19 times, X four of them, and had": of one of the team, in between."""
        after = index + 1
        return (
            self.around.norm(index - 1) == ","
            and after < len(self.units)
            and self.around.has_label(after, "number")
        )

    def _is_next(self, index: int) -> bool:
        """ "Lee had 24, followed by X with 20": whether a man is told of after another."""
        before = self.around.norm(index - 2) in self.names.followed
        return before and self.around.norm(index - 1) == "by"

    def _is_done_to(self, index: int) -> bool:
        """ "Shoved Boston 's X and Y": whether a man is what a verb or preposition aims at."""
        listed = self.around.name_in_list_before(index)
        if listed is not None and listed.label == "player":
            return listed is self.passed_over
        before = self.around.before(index)
        if before == "'s" and index > 1 and self.around.has_label(index - 2, "team"):
            before = self.around.before(index - 2)
        return (
            self.cues.is_object(self.units, index)
            or before in self.cues.player_after
            or (before.endswith(("ed", "ing")) and index > self.clause_start + 1)
        )

    def _carries_on(self, index: int) -> bool:
        """ "And was fouled by X", "joined X and Y": "and" goes on with the subject."""
        if self.around.norm(self.clause_start) != "and":
            return False
        if self.clause_start == self.around.before_title(index) - 1:
            after = self.around.norm(index + 1)
            acts = after in self.cues.acts | self.cues.deeds or after.endswith(("ed", "ing"))
            return self.passed_over is not None and not acts
        verb = self.around.norm(self.clause_start + 1)
        return verb in self.cues.acts or verb in self.cues.deeds or verb in self.names.copulas

    def _is_excepted(self, index: int, goes_on: bool) -> bool:
        """ "Nobody besides Harden and Capela had more": those named are not who is spoken of.

        Args:
            index: The unit of a name.
            goes_on: Whether "who" goes on with a man whom another is compared with.
        """
        listed = self.around.follows_in_list(index, "player")
        deed = self.around.norm(index + 1) in self.cues.acts | self.cues.deeds
        if listed and self.around.norm(index - 1) == "," and deed:
            # "Playing alongside Irving, Waiters scored 22."
            return False
        if listed and self.excepted:
            return self.around.name_in_list_before(index) is self.excepted[-1]
        before = self.around.before(index)
        if before == "his":
            # "Drummond, like his teammate Monroe, had 14".
            at = next(place for place in range(index, -1, -1) if self.around.norm(place) == "his")
            before = self.around.before(at)
        return before in self.cues.never_subject and not goes_on

    def _is_left_out_of_all(self, index: int) -> bool:
        """ "All but Young came off the bench", though "nobody but Young" is Young."""
        but = index - 1 - (self.around.norm(index - 1) == "for")
        if self.around.norm(but) not in self.cues.but or self.around.norm(but - 1) == ",":
            return False
        earlier = range(max(0, but - _ALL_BEFORE), but)
        return any(self.around.norm(place) in self.cues.all_but for place in earlier)

    def _team(self, index: int, mention: Mention, frame: ClauseContext, has_subject: bool) -> Step:
        state, team_id = self.state, mention.data["value"]
        previous = self.around.before(index)
        is_object = (
            (self.cues.is_object(self.units, index) and not self.around.is_let(index))
            or self.around.is_one_of(index)
            or self.around.is_done_by(index)
            or (
                previous in self.cues.team_after
                and (has_subject or index > self.clause_start + 4)
                and not self._opens_clause(index)
                # "Only for Denver to dominate": what follows is what Denver did.
                and not (previous == "for" and self.around.norm(index + 1) == "to")
            )
        )
        if self.around.is_seen(index):
            is_object = False
        elif frame.scope == "next" and frame.team_id in state.game.teams:
            stranger = team_id not in state.game.teams
            is_object = is_object or (stranger and self.around.lists_fixture(index))
        elif has_subject and previous not in self.names.before_subject:
            is_object = is_object or (frame.subject == "player" and not self.around.acts(index))
        if self.around.counts_members(index):
            # "In all, six Blazers scored in double figures": nobody that was named before.
            if not has_subject and self.around.has_label(index - 1, "number"):
                frame = replace(frame, subject="", players=(), team=mention)
            elif self.around.are_the_others(index):
                return replace(frame, subject="", players=(), team=mention), True
            return frame, has_subject
        if self.around.in_brackets(index):
            return replace(frame, team=mention), has_subject
        if self.around.in_apposition(index) or self.around.qualifies(index, has_subject):
            return frame, has_subject
        person = self.around.person_after(index)
        if person == "named":
            return replace(frame, team=mention, topic_team_id=state.topic_team_id), has_subject
        if person == "unnamed" and not is_object:
            return self._last_man(index, frame, team_id) or self._described(frame, team_id), True
        if is_object:
            if team_id in state.game.teams and not has_subject and self.around.is_topic(index):
                # "It was a rough night for the Heat. They turned …"
                state.team_id, state.subject = team_id, "team"
            if team_id in state.game.teams and frame.subject == "player":
                state.topic_team_id = frame.team_id or team_id
                self.next_topic = None
            return replace(frame, team=mention, topic_team_id=state.topic_team_id), has_subject
        # "They led after a quarter in which Denver missed 10 shots": they stay who they were.
        aside = self.around.before(index) in self.names.in_which and state.team_id is not None
        if not aside and (frame.scope != "next" or team_id in state.game.teams):
            state.team_id, state.said_we = team_id, False
        if team_id in state.game.teams:
            state.topic_team_id = team_id
        if frame.subject == "team" and self.around.joins_teams(index, set(state.game.teams)):
            # "The Magic and Kings launched 40 threes": no one team's.
            return replace(frame, subject="", players=(), team_id=None, team=None), True
        if any(player.data.get("team_id") != team_id for player in state.pair):
            # "Orlando hit five threes, Milwaukee six, and they combined": no longer the men.
            state.pair = ()
        return replace(
            frame, subject="team", players=(), team_id=team_id, team=mention, topic=mention,
            anaphoric=False, topic_team_id=state.topic_team_id, distribution="single",
        ), True  # fmt: skip

    def _last_man(self, index: int, frame: ClauseContext, team_id: str) -> ClauseContext | None:
        """ "Gortat did all he could. The Wizards center had 14 points": the one spoken of last."""
        latest, players = self.state.latest, self.state.players
        man = players[0] if len(players) == 1 else None
        begins = index == 0 or (index == 1 and self.around.norm(0) == "the")
        if man is None or not begins or man.data.get("team_id") != team_id:
            return None
        if latest is not None and latest is not man and latest.data.get("team_id") == team_id:
            return None
        return replace(
            frame, subject="player", players=(man,), distribution="single", team_id=team_id,
            team=None, anaphoric=True,
        )  # fmt: skip

    def _described(self, frame: ClauseContext, team_id: str | None) -> ClauseContext:
        """ "The Memphis point guard" is somebody of Memphis, but who is a guess."""
        state = self.state
        if team_id in state.game.teams:
            state.team_id = state.topic_team_id = team_id
        return replace(frame, subject="", players=(), team=None, topic_team_id=state.topic_team_id)

    def _opens_clause(self, index: int) -> bool:
        """The clause's conjunction and articles alone stand before the name."""
        return all(
            self.around.norm(position) in self.names.determiners
            for position in range(self.clause_start + 1, self.around.before_title(index))
        )
