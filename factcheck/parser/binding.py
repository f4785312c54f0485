"""Bind names to rows of the knowledge base, once the game is known."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from factcheck.language.english import GENITIVE
from factcheck.language.lexicon import lexicon_words
from factcheck.language.mentions import Mention, Sentence, Unit, split_clitic
from factcheck.parser.document import Document
from factcheck.parser.names import Game, NameIndex
from factcheck.rulebook.vocabulary import Vocabulary

UNKNOWN = "name"
MISNAMED = "misnamed"
"""The value of a mention that gives a player the first name of another."""
Key = TypeVar("Key", int, str)
# "J.J." is a first name, whoever's; "L.A." is a place.
_INITIALS = re.compile(r"(?!U\.S|L\.A|N\.Y|D\.C)[A-Z]\.[A-Z]\.")


class _Places(NamedTuple):
    """Where the sentences of a document begin, and which mention covers a token."""

    begins: frozenset[int]
    covering: Mapping[int, Mention]

    @classmethod
    def of(cls, document: Document) -> _Places:
        return cls(
            frozenset(one.units[0].start for one in document.sentences if one.units),
            {
                place: mention
                for mention in document.mentions()
                for place in range(mention.start, mention.end)
            },
        )


class Binder:
    """Chooses among namesakes by the game, its season and what the story named before.

    Args:
        index: Names and rosters of the knowledge base.
        vocabulary: Supplies the words after which a city is a place, those after which it is
            a team all the same, and ordinary words that are names as well.
    """

    def __init__(self, index: NameIndex, vocabulary: Vocabulary) -> None:
        self.index = index
        self.place_after = frozenset(vocabulary.words("object", "place_after"))
        self.listed_before = frozenset(vocabulary.words("object", "listed_before"))
        self.also_names = frozenset(vocabulary.words("unknown", "also_names"))
        self.team_after = tuple(vocabulary.words("object", "met_before"))

    def bind(self, document: Document, game: Game) -> None:
        """Set the value of every name in the document; drop what names nobody."""
        document.game = game
        named: list[int] = []
        places = _Places.of(document)
        for sentence in document.sentences:
            before: Mention | None = None
            for mention in (unit.mention for unit in sentence.units if unit.mention):
                self._turn_to_player(mention, game)
                if mention.label == "player":
                    self._bind_player(document, mention, game, named, places)
                elif mention.label == "team" and self._goes_on(document, before, mention):
                    _turn_to_place(document, mention)
                elif mention.label == "team":
                    self._bind_team(document, mention, game)
                elif mention.label in {"place", "arena"}:
                    mention.data.setdefault("value", _name(document, mention))
                elif mention.label == "coach":
                    name = mention.data["keys"][0]
                    mention.data["value"] = name
                    mention.data["team_id"] = self.index.coached_by(name, game)
                before = mention
            _release(document, sentence)
            sentence.encode()

    def _turn_to_player(self, mention: Mention, game: Game) -> None:
        """Take a coach's name for the player's where he played then, or was no coach yet."""
        players: Sequence[int] = mention.data.pop("players", ())
        if not players:
            return
        name = mention.data["keys"][0]
        plays = any(
            key in game.roster or (key, game.season) in self.index.season_teams for key in players
        )
        if plays or not self.index.was_coach_around(name, game):
            mention.label, mention.value = "player", "full"
            mention.data["keys"] = list(players)

    def _bind_player(
        self, document: Document, mention: Mention, game: Game, named: list[int], places: _Places
    ) -> None:
        keys: Sequence[int] = mention.data["keys"]
        if mention.data.get("misspelt"):
            keys = [
                k for k in keys if k in game.roster or (k, game.season) in self.index.season_teams
            ]
            if not keys:
                mention.label, mention.value = UNKNOWN, ""
                return
        if mention.value == "full":
            chosen = _first(keys, lambda key: key in game.roster) or _first(
                keys, lambda key: (key, game.season) in self.index.season_teams
            )
            chosen = chosen if chosen is not None else keys[0]
        else:
            chosen = self._short_name(document, mention, game, named, places)
        if chosen is None:
            mention.label, mention.value = UNKNOWN, ""
            return
        if chosen in named:
            named.remove(chosen)  # each once, so that the list cannot grow with the text
        named.append(chosen)
        mention.data["value"] = chosen
        mention.data["team_id"] = game.roster.get(chosen) or self.index.season_teams.get(
            (chosen, game.season)
        )

    def _short_name(
        self, document: Document, mention: Mention, game: Game, named: list[int], places: _Places
    ) -> int | None:
        """A surname or first name: of a man named before, else of one in the game."""
        before, after = mention.start - 1, mention.end
        alone = not mention.data.get("paired")
        if (
            alone
            and before >= 0
            # Before the first word of a sentence stands no name of its own, but perhaps a heading.
            and mention.start not in places.begins
            and (document.words[before] == "the" or self._part_of_name(document, before, places))
        ):
            return self._misnamed(document, mention, game, places)
        keys: list[int] = list(mention.data["keys"])
        words = tuple(document.words[mention.start : mention.end])
        by_surname = [key for key in keys if key in game.roster and not self._is_first(key, words)]
        if mention.value == "surname" and by_surname:
            # "George" is Paul George, even right after George Hill was named.
            keys = by_surname
        behind = places.covering.get(after)
        if mention.value == "first" and behind is not None and behind.value == "surname":
            # "Mario Hill" is no Mario Chalmers, though he was named before.
            return None
        for player_id in reversed(named):
            if player_id in keys:
                return player_id
        listed = [key for key in keys if key in game.roster]
        if mention.value == "first" and (
            len(listed) != 1 or (after < len(document.tokens) and document.is_capitalised(after))
        ):
            return None
        if len(listed) > 1:
            # Of two namesakes in the game, one who played, and on the side that the text speaks of.
            sat = self.index.games.sat(game.id)
            listed = [key for key in listed if key not in sat] or listed
            last_team = game.roster.get(named[-1]) if named else None
            listed = [key for key in listed if game.roster[key] == last_team] or listed
            # ... and of two of one side the one who did more: there is more to tell of him.
            points = self.index.games.points(game.id)
            listed.sort(key=lambda key: -points.get(key, 0))
        return listed[0] if listed else None

    def _is_first(self, player_id: int, words: tuple[str, ...]) -> bool:
        """Tell whether words begin a player's name: a first name, however he is named."""
        return lexicon_words(self.index.player_names.get(player_id, ""))[: len(words)] == words

    def _misnamed(
        self, document: Document, mention: Mention, game: Game, places: _Places
    ) -> int | None:
        """Return who is meant by a surname behind a first name of others: "Cory Ross" is Terrence.

        What is said of him is held against him; that he is called so, against the first name.
        """
        before = mention.start - 1
        first = document.words[before]
        other = places.covering.get(before)
        initials = _INITIALS.fullmatch(document.tokens[before].text)
        known = initials is not None or (
            other is not None
            and any(
                self._is_first(key, (first,))
                for key in other.data.get("keys", ())
                if isinstance(key, int)
            )
        )
        meant = [key for key in mention.data["keys"] if key in game.roster]
        if mention.value != "surname" or not known or not meant:
            return None
        points = self.index.games.points(game.id)
        chosen: int = max(meant, key=lambda key: points.get(key, 0))
        # "Cam" is Cameron, and "Dan" may be Danny.
        name = self.index.player_names[chosen].replace(".", "").lower()
        if name[:2] != first.replace(".", "")[:2]:
            mention.value = MISNAMED
        mention.start = before
        return chosen

    def _part_of_name(self, document: Document, index: int, places: _Places) -> bool:
        """A capital before a surname begins a first name; where a sentence begins, a known one.

        "Mike Capela" is not Clint, but "Then Capela" is, and so is he of "Will Capela score?".
        """
        token = document.tokens[index]
        if _INITIALS.fullmatch(token.text):
            return True
        if not document.is_capitalised(index) or not token.text.isalpha():
            return False
        here = places.covering.get(index)
        unsure = here is None or document.words[index] in self.also_names
        if index in places.begins and unsure:
            return False
        return here is None or here.label == UNKNOWN

    def _goes_on(self, document: Document, before: Mention | None, mention: Mention) -> bool:
        """ "Lost in Houston and Memphis before coming home": a city in a list of places."""
        if before is None or before.label != "place" or mention.value != "city":
            return False
        # "Down nine in Memphis, Portland, at home for once": after a comma a clause may begin.
        after = document.words[mention.end] if mention.end < len(document.words) else "."
        return document.words[before.end : mention.start] == ["and"] and after in self.listed_before

    def _bind_team(self, document: Document, mention: Mention, game: Game) -> None:
        if mention.value in {"home", "away", "winner", "loser"}:
            mention.data["value"] = game.in_role(mention.value)
            mention.data["role"] = mention.value
            return
        keys: Sequence[str] = mention.data["keys"]
        if mention.data.get("misspelt") and not set(keys) & set(game.teams):
            mention.label, mention.value = UNKNOWN, ""
            return
        previous = document.words[mention.start - 1] if mention.start else ""
        following = document.words[mention.end : mention.end + 1]
        # "Takeaways from Miami's fourth straight win" are of the team.
        _, clitic = split_clitic(document.words[mention.end - 1])
        owns = bool(GENITIVE & {clitic, *following})
        before = " ".join(document.words[max(0, mention.start - 3) : mention.start])
        meets = before.endswith(self.team_after)
        if mention.value == "city" and previous in self.place_after and not owns and not meets:
            _turn_to_place(document, mention)
            return
        fitting = [key for key in keys if self._bears(key, game.season, document, mention)] or keys
        if mention.value == "city" and len(fitting) > 1 and not set(fitting) & set(game.teams):
            # "To Los Angeles to face the Lakers": a town of two teams, neither of this game.
            _turn_to_place(document, mention)
            return
        chosen = _first(fitting, lambda key: key in game.teams) or fitting[0]
        mention.data["value"] = chosen

    def _bears(self, team_id: str, season: str, document: Document, mention: Mention) -> bool:
        """Tell whether a franchise bore this name in this season (Hornets, Bobcats, Pelicans)."""
        names = self.index.team_names.get(f"{team_id} {season}")
        return names is not None and _name(document, mention) in {
            names["full_name"], names["city"], names["nickname"],
        }  # fmt: skip


def _release(document: Document, sentence: Sentence) -> None:
    """Turn names that bind to nobody into plain words again ("the West" is no David West)."""
    units: list[Unit] = []
    for unit in sentence.units:
        if unit.mention is not None and unit.mention.label == UNKNOWN:
            places = range(unit.start, unit.end)
            units += [Unit(place, place + 1, document.words[place]) for place in places]
        elif unit.mention is not None and unit.mention.start < unit.start:
            # A first name before it has become part of it.
            units[-1:] = [Unit(unit.mention.start, unit.end, unit.norm, unit.mention)]
        else:
            units.append(unit)
    sentence.units = units


def _turn_to_place(document: Document, mention: Mention) -> None:
    mention.label, mention.value = "place", ""
    mention.data["value"] = _name(document, mention)


def _name(document: Document, mention: Mention) -> str:
    return document.span(mention.start, mention.end).text


def _first(keys: Iterable[Key], test: Callable[[Key], bool]) -> Key | None:
    return next((key for key in keys if test(key)), None)
