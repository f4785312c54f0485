"""Read bare numbers of one player or team: his points, unless the sentence counts something else.

Writers leave the noun out wherever the verb or the owner tells enough: "got his 34 the hard way",
"gave them 16", "had 24 and 14 rebounds", "mustered only 15 in the third". What such a number counts
is open, so it has several meanings: what was counted before, points, and, too far-fetched to speak
against a number, what else a box score has. A statistic before a colon tells it: "Turnovers told
the story: the Kings had 19 and the Jazz 12".
"""

from __future__ import annotations

from factcheck.interpretation.quantities.complements import OPPOSING
from factcheck.interpretation.quantities.context import DONE, MANY, QuantityContext
from factcheck.interpretation.quantities.lines import begins_list
from factcheck.interpretation.quantities.meanings import BARE, Meaning, Quantity
from factcheck.interpretation.quantities.phrase_words import Complement, Phrase
from factcheck.interpretation.readings.costs import costs, ranked
from factcheck.knowledge.facts import (
    ASSISTS,
    BLOCKS,
    FREE_THROWS,
    GAME,
    POINTS,
    REBOUNDS,
    STEALS,
    THREES,
    Owner,
)
from factcheck.knowledge.parts import UNTIL
from factcheck.language.english import GENITIVE

_FEW = 5
"""So few points and fewer are told with a noun; a smaller number may be of anything."""
_TEAM = 60
"""Fewer points of a team are those of a part of the game, even where none is named."""
_ELSE = (REBOUNDS, ASSISTS, STEALS, BLOCKS, THREES, FREE_THROWS)
_BEFORE_NAME = {",", "and", "while", ";"}
_BESIDE = {"at", "with"}
_BEFORE_SUM = {"with", "for"}
_GOES_ON = {"-", "--", "or", ":", "which", "plus", "&"}
"""What ends a phrase, but goes on with what it counts, or another number."""


def bare(context: QuantityContext, place: int, phrase: Phrase) -> Quantity | None:
    """Return a quantity where a number without a noun is that of the one spoken of.

    Example: "Jennings gave them 22 and four rebounds" → 22 points.

    Args:
        context: The sentence's phrases.
        place: The phrase's place among them.
        phrase: One without a noun.
    """
    if phrase.nouns or phrase.whole is not None or phrase.except_for or phrase.relative:
        return None
    if phrase.asides & {"each", "together"} or not all(
        one.kind in {"part", "group"} or _against(context, phrase, one)
        for one in phrase.complements
    ):
        return None
    if not _ends_well(context, phrase) or begins_list(context, place):
        return None
    labelled = context.heading(phrase.start) is not None
    if phrase.value < _FEW and not labelled:
        return None
    named = _named_beside(context, phrase)
    led = (
        _led(context, phrase)
        or _closes(context, phrase)
        or _goes_on(context, place, phrase)
        or _after_name(context, place, phrase)
        or _opens_line(context, place, phrase)
    )
    owners = _owners(context, phrase) if led else []
    owners = owners if named is None else [((named,), 0.0)]
    if not owners:
        return None
    meanings = [
        Meaning(who, code, part, far + much + late)
        for who, far in owners
        for code, much in _counted(context, place, phrase)
        for part, late in _parts(context, phrase)
        if isinstance(who[0], int)
        or labelled
        or part != GAME
        or phrase.value >= _TEAM
        or code == DONE.get(context.verb(phrase.start))
    ]
    meanings.sort(key=lambda meaning: meaning.cost)
    return Quantity(BARE, phrase, phrase.start, tuple(meanings))


def _against(context: QuantityContext, phrase: Phrase, complement: Complement) -> bool:
    """Return whether a complement names the other team: "hung 131 on the Hawks"."""
    frame = context.frames[phrase.unit]
    if complement.kind != "owner" or complement.word not in OPPOSING:
        return False
    others = set(context.game.teams) - {frame.team_id}
    return frame.team_id in context.game.teams and set(complement.value) <= others


def _parts(context: QuantityContext, phrase: Phrase) -> list[tuple[str, float]]:
    """Return the parts of the game that a number may be of, with costs.

    Where another part is told of, nobody knows which one is meant; but it is that part or the
    whole game after a participle, "took over in the fourth, scoring 14".
    """
    if _of_whole_game(context, phrase):
        return [(GAME, 0.0)]
    parts = context.parts(phrase, None)
    section = context.sentence.section
    if section is not None and section not in dict(parts):
        # Under the heading of a quarter: of that, so far, or of all of the game.
        so_far = UNTIL.get(section, section)
        return [(part, costs().untold) for part in dict.fromkeys((section, so_far, *dict(parts)))]
    of_team = context.frames[phrase.unit].subject == "team" and phrase.value < _TEAM
    if len(parts) == 1 or (of_team and parts[0][0] == _fronted_part(context)):
        return parts[:1]
    participle = context.leading_verb(phrase.start).endswith("ing")
    player = context.frames[phrase.unit].subject == "player"
    cost = costs().unplaced if participle and player else costs().untold
    return [(part, cost) for part, _ in parts]


def _fronted_part(context: QuantityContext) -> str | None:
    """Return the part of the game that a sentence begins with: "in the second half it had 37"."""
    reader = context.reader
    if reader.norm(0) not in {"in", "during"}:
        return None
    period = reader.mention(1 + (reader.norm(1) == "the"))
    return str(period.value) if period is not None and period.label == "period" else None


def _of_whole_game(context: QuantityContext, phrase: Phrase) -> bool:
    """Return whether a number is told to be one of the whole game: "and 18 overall"."""
    return bool(context.words.match("whole_game", context.reader.codes, phrase.unit + 1))


def _ends_well(context: QuantityContext, phrase: Phrase) -> bool:
    """Return whether a number ends its phrase, and is no mark ("20 or more") or score."""
    reader = context.reader
    following = reader.norm(phrase.end)
    if following == "or" or reader.norm(phrase.end - 1) == "or":
        return False
    after = reader.mention(phrase.end + 1)
    if following in {"to", "-", "of"} and after is not None:
        return False
    if phrase.closed:
        return True
    owned = reader.norm(phrase.start - 1) in {"his", "whose", *GENITIVE}
    return (owned or bool(context.verb(phrase.start))) and context.acts(phrase)


def _led(context: QuantityContext, phrase: Phrase) -> bool:
    """Return whether a verb of having or scoring, or an owner, stands right before a phrase."""
    reader, start = context.reader, phrase.start
    if context.words.match_back("marks", reader.codes, phrase.unit):
        return False
    if reader.norm(start - 1) in {"his", "whose"}:
        return reader.norm(start - 2) not in {"of", "in", "all"}
    if context.of_role(start):
        return True
    verb = context.verb(start)
    if verb in {"have", "scoring", *DONE} or (verb and context.heading(start) is not None):
        return True
    return context.given(start)


def _closes(context: QuantityContext, phrase: Phrase) -> bool:
    """Return whether a player's clause ends with a phrase: "gave Memphis a lift with 14".

    Whatever was done "for 12" was done for so many points.
    """
    reader, frame = context.reader, context.frames[phrase.unit]
    if reader.norm(phrase.start - 1) not in _BEFORE_SUM or phrase.value < MANY:
        return False
    others = reader.mention(phrase.start - 2)
    if others is not None and others.label == "number":
        # "Barnes with 14 and a pair with 11": of two others.
        return False
    return frame.subject == "player" and _is_last(context, phrase)


def _named_beside(context: QuantityContext, phrase: Phrase) -> Owner | None:
    """Return of whom a phrase is told: "next was Barnes at 21", "held the Suns to 17"."""
    reader, start = context.reader, phrase.start
    held = context.held(phrase)
    if held is not None:
        return held[1]
    name = reader.mention(start - 2)
    if reader.norm(start - 1) not in _BESIDE or phrase.value < MANY:
        return None
    if name is None or name.label != "player" or not _is_last(context, phrase):
        return None
    player = name.data.get("value")
    return player if isinstance(player, int) else None


def _is_last(context: QuantityContext, phrase: Phrase) -> bool:
    """Return whether no other number goes on after a phrase: "with 18 and 10 seconds left"."""
    reader = context.reader
    following = reader.mention(phrase.end + 1)
    lists = reader.norm(phrase.end) in {"and", ","} and following is not None
    if lists and any(
        one.unit == phrase.end + 1 and (one.nouns or one.whole) for one in context.phrases
    ):
        # "For 12 and seven boards", "with 15, eight of them": the next one says what it counts.
        lists = False
    points = reader.norm(phrase.start - 1) == "for"
    hardly = (
        context.words.holds("hardly", one) for one in reader.codes[phrase.start : phrase.unit]
    )
    if not all(hardly) or (not points and context.counts_otherwise(phrase)):
        return False
    if not reader.ends(phrase.end) or reader.norm(phrase.end) in _GOES_ON:
        return False
    return not (lists and following is not None and following.label == "number")


def _goes_on(context: QuantityContext, place: int, phrase: Phrase) -> bool:
    """Return whether a phrase is of another part: "19 in the third and 24 in the fourth"."""
    before = context.phrases[place - 1] if place else None
    return (
        before is not None
        and not before.nouns
        and before.complement("part") is not None
        and (phrase.complement("part") is not None or _of_whole_game(context, phrase))
        and _follows(context, before, phrase)
        and (_led(context, before) or _goes_on(context, place - 1, before))
    )


def _opens_line(context: QuantityContext, place: int, phrase: Phrase) -> bool:
    """Return whether a list of what a player had begins: "did it all: 28, 13 assists, 5 steals"."""
    reader, after = context.reader, context.phrases[place + 1 : place + 2]
    if reader.norm(phrase.start - 1) != ":" or phrase.value < MANY or not after:
        return False
    return bool(after[0].nouns) and _follows(context, phrase, after[0])


def _follows(context: QuantityContext, before: Phrase, phrase: Phrase) -> bool:
    """Return whether a phrase is the next one of a list: "15 in the second, eight in the third"."""
    return context.reader.codes[before.end : phrase.start] in ([","], ["and"], [",", "and"])


def _after_name(context: QuantityContext, place: int, phrase: Phrase) -> bool:
    """Return whether a phrase follows a name in a list: "Bosh had 18 points, Whiteside 14"."""
    reader, start = context.reader, phrase.start
    name, players = reader.mention(start - 1), context.frames[phrase.unit].players
    if reader.norm(start - 1) == ":":
        # "Bosh: 26 off the bench"; "minutes for Bosh: 26" are counted.
        name = reader.mention(start - 2)
        alone = reader.norm(start - 3) not in {"for", "by", "of"}
        return alone and name is not None and name.label == "player" and players == (name,)
    if name is not None and name.label == "team" and context.heading(start) is not None:
        before = start - 2 - (reader.norm(start - 2) == "the")
        return reader.norm(before) in {*_BEFORE_NAME, ":"}
    if name is None or name.label != "player" or players != (name,):
        return False
    return place > 0 and reader.norm(start - 2) in _BEFORE_NAME


def _owners(context: QuantityContext, phrase: Phrase) -> list[tuple[tuple[Owner, ...], float]]:
    """Return whose a number may be, with costs."""
    frame = context.frames[phrase.unit]
    if frame.subject == "player":
        if frame.distribution != "single" or len(frame.players) != 1:
            return []
        return [(who, far) for who, far in context.agents(phrase.unit) if len(who) == 1]
    if frame.subject == "team" and frame.team_id in context.game.teams:
        codes, words = context.reader.codes[: phrase.start], context.words
        if any(words.match("excepting", codes, place) for place in range(len(codes))):
            # "Apart from Leonard, who had 24, the Spurs scored 79".
            return []
        if phrase.complement("group") is not None:
            return []
        found: list[tuple[tuple[Owner, ...], float]] = [((frame.team_id,), 0.0)]
        if frame.anaphoric:
            # "Worse followed for the Pacers: they mustered only 15": who they are is a guess.
            found += [
                ((team,), costs().farther) for team in context.game.teams if team != frame.team_id
            ]
        return found
    return []


def _counted(context: QuantityContext, place: int, phrase: Phrase) -> list[tuple[str, float]]:
    """Return what a number may count, with costs."""
    heading = context.heading(phrase.start)
    if heading is not None:
        # What the sentence before counted stands nearer than all else but points.
        else_than = (POINTS,) if context.carried is not None else (POINTS, *_ELSE)
        counted = dict(ranked(context.taken_over(phrase.start) or (heading,)))
        return list((dict.fromkeys(else_than, costs().untold) | counted).items())
    done = DONE.get(context.verb(phrase.start))
    if done is not None:
        # "Dished out 31", "picked up 35 in the second quarter".
        others = [(code, costs().untold) for code in _ELSE if code != done]
        return [(done, 0.0), (POINTS, costs().farther), *others]
    players = context.frames[phrase.unit].players
    told: set[str] = set()
    carried: list[str] = []
    for index, other in enumerate(context.phrases):
        if not other.nouns or index == place:
            continue
        if context.frames[other.unit].players == players:
            told |= set(other.nouns)
        elif index < place:
            carried = [other.nouns[0]]
    found: dict[str, float] = {}
    if carried and carried[0] not in told and context.verb(phrase.start) != "scoring":
        found[carried[0]] = 0.0
    if POINTS not in told:
        found.setdefault(POINTS, costs().farther if found else 0.0)
    for code in _ELSE:
        found.setdefault(code, costs().untold)
    return list(found.items())
