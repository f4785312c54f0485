"""Whom pronouns and nouns of a sentence stand for that name nobody."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from factcheck.language.mentions import Mention, Sentence
from factcheck.language.tokenizer import Token
from factcheck.parser.cues import ContextCues
from factcheck.parser.document import ClauseContext
from factcheck.parser.names import Game
from factcheck.parser.other_subjects import is_other_subject, is_other_team
from factcheck.parser.surroundings import Surroundings

_ARTICLE = 2
"""Units from a clause's conjunction to its subject's noun: ", and the rookie"."""
_FOR_HIM = 12
"""Units behind "it" within which "for him" tells of whom it is."""

Step = tuple[ClauseContext, bool]
"""What a unit is about, and whether its clause has a subject by then."""


class Spoken:
    """Of whom the sentences so far spoke: what carries over from one to the next.

    Args:
        game: The game of the text.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.clause = 0
        self.players: tuple[Mention, ...] = ()
        self.pair: tuple[Mention, ...] = ()
        # The man spoken of before those spoken of now.
        self.single: Mention | None = None
        self.latest: Mention | None = None
        self.team_id: str | None = None
        self.topic_team_id: str | None = None
        self.named: tuple[int, ...] = ()
        self.subject = ""
        # Whether the sentence before was about something else than the man spoken of.
        self.turned = False
        # Units since a quotation mark opened; 0 outside of quotations.
        self.quote = 0
        self.hears_speech = True
        # The team of "we" in a text that speaks for one, and whether it spoke so last.
        self.has_narrator = False
        self.narrator: str | None = None
        self.said_we = False


class Anaphora:
    """Tells of words without a name whom they stand for: "he", "the duo", "the team".

    Args:
        cues: The vocabulary's word lists.
        state: Of whom the text spoke so far; changed in place.
        sentence: The sentence.
        tokens: The document's tokens.
    """

    def __init__(
        self, cues: ContextCues, state: Spoken, sentence: Sentence, tokens: list[Token]
    ) -> None:
        self.tokens = tokens
        self.cues = cues
        self.words = cues.anaphora
        self.state = state
        self.units = sentence.units
        self.around = Surroundings(sentence.units, cues)
        self.clause_start = 0

    def _writer_meant(
        self, index: int, word: str, frame: ClauseContext, has_subject: bool
    ) -> Step | None:
        """ "We": the team that the writer speaks for, or nobody where no words tell which it is."""
        state, words = self.state, self.cues.narrator
        owns = word in words.our and index == self.clause_start
        if state.quote or not state.has_narrator or not (word in words.we or owns):
            return None
        if self.around.norm(index - 1) in words.compared:
            return None
        state.team_id, state.said_we = state.narrator, True
        if state.narrator is None:
            state.subject = ""
            return replace(frame, subject="", players=(), team_id=None, team=None), False
        return replace(
            frame, subject="team", players=(), team_id=state.narrator, team=None, topic=None,
            anaphoric=True, distribution="single",
        ), not owns  # fmt: skip

    def _pair(self, frame: ClauseContext, distribution: str = "group") -> ClauseContext:
        """ "The two", "they": the men named together."""
        pair = self.state.pair
        return replace(
            frame, subject="player", players=pair, distribution=distribution, team=None,
            team_id=pair[0].data["team_id"], anaphoric=True,
        )  # fmt: skip

    def _men_meant(
        self, index: int, word: str, frame: ClauseContext, has_subject: bool
    ) -> Step | None:
        """ "He", "the latter", "they", "the duo": men named before."""
        state, words = self.state, self.words
        if self._means_some(index, word):
            return replace(frame, subject="", players=(), team=None), True
        if (
            (word in words.former or word in words.latter)
            and len(state.pair) > 1
            and self.around.stands_alone(index)
        ):
            player = state.pair[0] if word in words.former else state.pair[-1]
            state.players = (player,)
            return replace(
                frame, subject="player", players=(player,), distribution="single",
                team_id=player.data["team_id"], team=None, anaphoric=True,
            ), True  # fmt: skip
        aim = has_subject and word in words.aims
        meant = (word in self.cues.he and not aim) or (
            not has_subject and self.around.is_role(index) and state.players == (state.latest,)
        )
        # Of several men named nobody knows whose it is.
        sole = bool(state.players) and state.players == (state.latest,)
        if index == self.clause_start and word == "it" and sole and self._is_his(index):
            word, meant = "he", True
        inside = self._named_inside(index) if word == "he" else None
        if inside is not None and (frame.subject != "player" or len(frame.players) > 1):
            state.players = (inside,)
            return replace(
                frame, subject="player", players=state.players, distribution="single",
                team_id=inside.data["team_id"], team=None, anaphoric=True,
            ), True  # fmt: skip
        if meant and state.players and frame.subject != "player":
            player = state.players[-1]
            return replace(
                frame, subject="player", players=state.players, distribution="single",
                team_id=player.data["team_id"], team=None, anaphoric=True,
            ), True  # fmt: skip
        # "His three off a feed from Embiid": the name in it is not whom it is about.
        own = word == "his" and index == self.clause_start
        if (word == "he" or own) and frame.subject == "player" and frame.players:
            if word == "he" and len(frame.players) > 1 and state.single is not None:
                # "After Schroder and Livingston traded buckets he hit a three": neither of them.
                state.players = (state.single,)
                frame = replace(
                    frame, players=state.players, distribution="single", anaphoric=True,
                    team_id=state.single.data["team_id"],
                )  # fmt: skip
            return frame, True
        if len(state.pair) < 2:
            return None
        couple = word in self.cues.pair_nouns and self.around.begins_clause(index) and index < 4
        if (word == "they" or couple) and self.around.shares_next(index):
            return self._pair(frame), True
        if couple and self.around.norm(index + 1) in self.cues.after_pair:
            return self._pair(frame, "collective"), True
        return None

    def _is_his(self, index: int) -> bool:
        """Return whether "it" tells of a man: "It was a season high in points for him"."""
        told = [unit.norm for unit in self.units[index + 1 : index + 1 + _FOR_HIM]]
        told = told[: told.index(",")] if "," in told else told
        return ("for", "him") in pairwise(told)

    def _named_inside(self, index: int) -> Mention | None:
        """Return the player whom the main clause of a subordinate one with "he" names.

        Example: "They lost despite Bryant's best game of the season, as he scored 22" → Bryant.
        """
        if self.around.norm(index - 1) not in self.words.subordinate:
            return None
        before = self.units[:index]
        named = [one.mention for one in before if one.mention and one.mention.label == "player"]
        if any(unit.norm in self.cues.he for unit in before) or not named:
            return None
        first = self.units[0].mention
        if len({one.data.get("value") for one in named}) == 1 or first is named[0]:
            return named[0]
        return None

    def _means_some(self, index: int, word: str) -> bool:
        """ "The latter two combined for 40": two of several men, and not the one spoken of."""
        if word not in self.words.former and word not in self.words.latter:
            return False
        counted = self.units[index + 1].mention if index + 2 < len(self.units) else None
        return (
            self.around.norm(index - 1) == "the"
            and counted is not None
            and counted.label == "number"
            and counted.data["value"] == 2
            and not self.around.has_label(index + 2, "statistic")
        )

    def _nobody_meant(
        self, index: int, word: str, frame: ClauseContext, has_subject: bool
    ) -> Step | None:
        """ "The starters", "both teams", "somebody": nobody, or no one team, that a name tells."""
        begins = index == self.clause_start and not has_subject
        if begins and self.around.is_negative_quantifier(index):
            return replace(frame, subject="", players=(), team=None, distribution="single"), True
        if word == "they" and self.around.shares_next(index) and self._names_both_teams(index):
            return replace(frame, subject="", players=(), team_id=None, team=None), True
        # "A team-high 27 points" names no team.
        names_team = word in self.cues.team_nouns and self.around.norm(index + 1) != "-"
        if names_team and self.around.opens_phrase(index) and frame.team_id:
            return replace(
                frame, subject="team", players=(), team=None, topic=None, anaphoric=True
            ), True  # fmt: skip
        if index == self.clause_start and self._nobody_known(index):
            return replace(frame, subject="", players=(), team=None), True
        verb = (
            word in self.words.starting and self.around.norm(index + 1) in self.words.after_starting
        )
        # "The two reserves had 16" of two men named before.
        pair = frame.anaphoric and index > 0 and self.around.means_pair(index - 1)
        if (
            word in self.cues.group_nouns and not verb and not pair
            # "Than his backcourt partner": one man.
            and self.around.norm(index + 1) not in self.cues.companion_nouns
            and self.around.begins_clause(index)
            and not (frame.subject == "player" and self.around.tells_more_of_man(index))
        ):  # fmt: skip
            return replace(frame, subject="", players=(), team=None), True
        if self._means_other_man(index, word, frame):
            return replace(frame, subject="", players=(), team=None), True
        other = len(frame.players) == 1 and is_other_subject(self.around, self.cues, index)
        if other or (frame.subject == "team" and is_other_team(self.around, self.cues, index)):
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
        if names_team and (
            # "The only player on either team" is still that player.
            (
                self.around.norm(index - 1) in self.words.each_team
                and not self.cues.is_object(self.around.units, index - 1)
            )
            or (frame.subject == "player" and self.around.described_team(index))
        ):
            return replace(frame, subject="", players=(), team=None), True
        return None

    def _means_other_man(self, index: int, word: str, frame: ClauseContext) -> bool:
        """ "Irving fed Dellavedova, and the rookie …": either of the two, as nothing tells."""
        return (
            word in self.cues.roles
            and frame.subject == "player"
            and self.state.latest is not None
            and self.state.latest not in frame.players
            and self.around.norm(index - 1) == "the"
            and index - self.clause_start <= _ARTICLE
            and self.around.norm(index + 1) in self.cues.deeds | self.cues.resume
        )

    def _team_meant(
        self, index: int, word: str, frame: ClauseContext, has_subject: bool
    ) -> Step | None:
        """ "They", "their", "it": the team spoken of."""
        if word == "they" and frame.subject == "team" and has_subject:
            # "After Boston got within two they took the third": which team that is, is a guess.
            return replace(frame, anaphoric=True), True
        plural = word == "they" or (
            word in self.words.its
            and not has_subject
            # "Turned it over", "coughed it up".
            and self.around.norm(index + 1) not in self.words.particles
            and not self.around.sums_up(index)
        )
        team_id = self.state.team_id or (frame.team_id if word == "they" else None)
        if (
            word in self.cues.narrator.they
            and self.state.said_we
            and team_id == self.state.narrator
        ):
            team_id = next(team for team in self.state.game.teams if team != team_id)
        if plural and team_id and not (frame.subject == "team" and has_subject):
            return replace(
                frame, subject="team", players=(), team_id=team_id, team=None, anaphoric=True
            ), word == "they" or (word == "it" and self.around.acts(index))  # fmt: skip
        return None

    def _names_both_teams(self, index: int) -> bool:
        """ "Orlando hit nine threes and Milwaukee six; they combined": both teams together."""
        named = {
            unit.mention.data.get("value")
            for unit in self.units[:index]
            if unit.mention is not None and unit.mention.label == "team"
        }
        return named >= set(self.state.game.teams)

    def _nobody_known(self, index: int) -> bool:
        """A capitalised word before a verb of deeds names a man the knowledge base lacks."""
        token = self.tokens[self.units[index].start]
        return (
            token.text[:1].isupper()
            and len(token.text) > 3
            and self.units[index].norm not in self.cues.not_names
            and self.around.norm(index + 1) in self.cues.deeds
        )
