"""Match: the rules' phrases over a parsed story give claims to verify."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

from factcheck.parser.document import Document, Frame
from factcheck.parser.mentions import Mention, Sentence, kind_part
from factcheck.rulebook.phrases import Match, Phrase, PhraseIndex
from factcheck.rulebook.rule import Rule


@dataclass(slots=True)
class RawClaim:
    """A match of a rule with its slots filled, not yet verified.

    Args:
        rule: The rule that matched.
        document: The story it matched in.
        start: First token of the match, from 0.
        end: One past its last token.
        marks: Token ranges by slot, label and part (``score.first``).
        mentions: The mentions that fill the slots, by slot.
        row: The claim's columns.
        frame: What the claim is about.
        subjects: The mentions of the players or the team whose name the claim hangs on.
        combine: ``all`` if the claim holds for every row made of it, ``any`` if for one.
        group: Rows of one match share it.
    """

    rule: Rule
    document: Document
    start: int
    end: int
    marks: dict[str, tuple[int, int]]
    mentions: dict[str, Mention]
    row: dict[str, Any]
    frame: Frame
    subjects: tuple[Mention, ...] = ()
    combine: str = "all"
    group: int = 0

    def with_row(self, row: dict[str, Any]) -> RawClaim:
        """Return the same claim with other columns."""
        return RawClaim(
            self.rule, self.document, self.start, self.end, self.marks, self.mentions, row,
            self.frame, self.subjects, self.combine, self.group,
        )  # fmt: skip


@dataclass(slots=True)
class _Candidate:
    rule: Rule
    phrase: Phrase
    match: Match
    anchor: int
    marked: set[int]
    owned: set[int]


class Matcher:
    """Runs all rules over documents.

    Args:
        rules: The rules, in any order.
    """

    def __init__(self, rules: Iterable[Rule]) -> None:
        self.rules = list(rules)
        self._ranked = [
            (rule, phrase, rule.mark.split(".")[0])
            for rule in self.rules
            for phrase in sorted(rule.phrases, key=lambda phrase: -phrase.size)
        ]
        self._index = PhraseIndex(phrase for _, phrase, _ in self._ranked)
        self._groups = 0

    def match(self, document: Document) -> list[RawClaim]:
        """Return the claims of a bound document, in order of rules' specificity."""
        claims: list[RawClaim] = []
        for index, sentence in enumerate(document.sentences):
            frames = document.frames[index]
            # Several rules often read the same unit.
            context = cache(partial(_context_columns, document, sentence, frames))
            for candidate in self._chosen(sentence, frames):
                columns = context(candidate.anchor)
                claims.extend(self._claims(document, sentence, frames, candidate, columns))
        return claims

    def _chosen(self, sentence: Sentence, frames: list[Frame]) -> Iterator[_Candidate]:
        candidates = []
        for number in self._index.possible(sentence):
            rule, phrase, slot = self._ranked[number]
            for match in phrase.matches(sentence):
                mark = match.groups.get(slot)
                anchor = mark[0] if mark else match.start
                frame = frames[anchor]
                if frame.scope not in rule.scope or frame.sharing not in rule.sharing:
                    continue
                if rule.subject != "any" and not self._has_subject(rule, phrase, frame):
                    continue
                if _names_subject(rule, match, sentence, frames):
                    continue
                if not _in_time(rule, phrase, match, frames):
                    continue
                marked = set(range(*mark) if mark else ())
                owned = _owned(rule, match)
                candidates.append(_Candidate(rule, phrase, match, anchor, marked, owned))
        candidates.sort(key=lambda c: (-c.rule.priority, -c.phrase.size))
        taken: dict[str, set[int]] = {}
        everywhere: set[int] = set()
        singles: set[tuple[str, int]] = set()
        for candidate in candidates:
            rule = candidate.rule
            mine = taken.setdefault(rule.id, set())
            units = candidate.owned or candidate.marked
            if candidate.owned & everywhere or units & mine:
                continue
            clause = (rule.id, frames[candidate.anchor].clause)
            if rule.single and clause in singles:
                continue
            singles.add(clause)
            mine |= units
            everywhere |= candidate.owned
            yield candidate

    @staticmethod
    def _has_subject(rule: Rule, phrase: Phrase, frame: Frame) -> bool:
        if rule.subject in phrase.slots:
            return True
        return frame.subject == rule.subject

    def _claims(
        self,
        document: Document,
        sentence: Sentence,
        frames: list[Frame],
        candidate: _Candidate,
        context: Mapping[str, Any],
    ) -> Iterator[RawClaim]:
        rule, match = candidate.rule, candidate.match
        units = sentence.units
        frame = frames[candidate.anchor]
        marks: dict[str, tuple[int, int]] = {}
        mentions: dict[str, Mention] = {}
        row: dict[str, Any] = {}
        for name, (first, last) in match.groups.items():
            marks[name] = (units[first].start, units[last - 1].end)
            mention = units[first].mention if last == first + 1 else None
            if mention is not None and name in candidate.phrase.slots:
                mentions[name] = mention
                row |= slot_columns(name, mention, document)
                marks |= {f"{name}.{part}": span for part, span in mention.parts.items()}
            else:
                row[name] = " ".join(document.words[slice(*marks[name])])
        filled = dict(mentions)
        topic = frame.topic or frame.team
        if topic is not None:
            marks.setdefault("team", (topic.start, topic.end))
            mentions.setdefault("team", topic)
        self._groups += 1
        start, end = units[match.start].start, units[match.end - 1].end
        row |= context
        if frame.sharing == "respectively":
            frame = _respective(sentence, frames, candidate.anchor)
        for subjects, columns, combine in self._subjects(document, filled, frame):
            yield RawClaim(
                rule, document, start, end, marks, mentions, row | columns, frame, subjects,
                combine, self._groups,
            )  # fmt: skip

    def _subjects(
        self,
        document: Document,
        slots: Mapping[str, Mention],
        frame: Frame,
    ) -> Iterator[tuple[tuple[Mention, ...], dict[str, Any], str]]:
        """Yield the subject columns of each row that one match gives rise to."""
        game = document.game
        assert game is not None
        if "player" in slots and slots["player"].kind == "player":
            mention = slots["player"]
            yield (mention,), _player_columns(game, mention), "all"
        elif "team" in slots and slots["team"].kind == "team":
            mention = slots["team"]
            team_id = mention.data["value"]
            yield (mention,), {"team_id": team_id, "opponent_id": game.opponent(team_id)}, "all"
        elif frame.subject != "player" or not frame.players:
            opponent = game.opponent(frame.team_id)
            named = () if frame.topic is None or frame.subject != "team" else (frame.topic,)
            yield named, {"team_id": frame.team_id, "opponent_id": opponent}, "all"
        elif frame.sharing in {"single", "together"} and (
            len(frame.players) == 1 or frame.sharing == "together"
        ):
            yield frame.players, _player_columns(game, frame.players[0]), "all"
        else:
            combine = "all" if frame.sharing == "each" else "any"
            for player in frame.players:
                yield (player,), _player_columns(game, player), combine


def _respective(sentence: Sentence, frames: list[Frame], anchor: int) -> Frame:
    """Give the k-th number about several men in a clause to the k-th of them, in turn."""
    frame = frames[anchor]
    numbers = [
        index
        for index, unit in enumerate(sentence.units)
        if unit.mention is not None
        and unit.mention.kind in {"number", "shooting", "percent"}
        and (frames[index].clause, frames[index].players) == (frame.clause, frame.players)
    ]
    if anchor not in numbers or len(frame.players) < 2:
        return frame
    player = frame.players[numbers.index(anchor) % len(frame.players)]
    return replace(frame, players=(player,), sharing="single", team_id=player.data.get("team_id"))


def _names_subject(rule: Rule, match: Match, sentence: Sentence, frames: list[Frame]) -> bool:
    """Tell whether a slot that must name somebody else holds the clause's own subject."""
    for name in rule.others:
        if name in match.groups:
            unit = match.groups[name][0]
            frame, mention = frames[unit], sentence.units[unit].mention
            if frame.subject == "team" and frame.topic is mention:
                return True
            if frame.subject == "player" and mention in frame.players:
                return True
    return False


def _in_time(rule: Rule, phrase: Phrase, match: Match, frames: list[Frame]) -> bool:
    """Tell whether no slot is filled by an aside about a time that the rule is not for."""
    filled = [frames[match.groups[name][0]] for name in phrase.slots if name in match.groups]
    return all(frame.scope in rule.scope or not frame.aside for frame in filled)


def _owned(rule: Rule, match: Match) -> set[int]:
    return {
        unit for name in rule.owns if name in match.groups for unit in range(*match.groups[name])
    }


def _player_columns(game: Any, mention: Mention) -> dict[str, Any]:
    team_id = mention.data.get("team_id")
    return {
        "player_id": mention.data["value"],
        "team_id": team_id,
        "opponent_id": game.opponent(team_id),
    }


def _context_columns(
    document: Document, sentence: Sentence, frames: list[Frame], anchor: int
) -> dict[str, Any]:
    game, frame = document.game, frames[anchor]
    assert game is not None
    return {
        "game_id": game.id,
        "subject": frame.subject,
        "scope": frame.scope,
        "scope_n": frame.scope_n,
        "clause": frame.clause,
        "sharing": frame.sharing,
        "pronoun": frame.pronoun,
        "cues": sorted(frame.cues),
        "flow_team_id": frame.flow_team_id,
        "team_named": frame.team.data["value"] if frame.team else None,
        "named": list(frame.named),
        "players": [player.data["value"] for player in frame.players],
        "context_period": nearest_period(sentence, frames, anchor),
        "sentence_period": earlier_period(sentence, anchor) or sentence.section,
        "section_period": sentence.section,
        "flow_period": _flow_period(document, sentence),
        "sentence_teams": _teams_named(sentence),
        "sentence_statistics": earlier_statistics(sentence, anchor),
        "sentence_shot": earlier_shot(sentence, anchor),
        "clause_statistics": [
            unit.mention.value
            for unit, other in zip(sentence.units, frames, strict=True)
            if unit.mention is not None
            and unit.mention.kind == "statistic"
            and other.clause == frame.clause
        ],
        "sentence": sentence.number,
    }


def nearest_period(sentence: Sentence, frames: list[Frame], anchor: int) -> str | None:
    """Return the period that a unit speaks of: the next one in its clause, else the last."""
    if kind_part("period") not in sentence.parts:
        return None
    clause = frames[anchor].clause
    start, part = _final(sentence, anchor), _next_part(sentence, anchor)
    periods = [
        (index, unit.mention.value)
        for index, unit in enumerate(sentence.units[:part])
        if unit.mention is not None
        and unit.mention.kind == "period"
        and frames[index].clause == clause
        and index >= start
        and not _is_reached(sentence, index)
        and not _counted(sentence, index)
        and not _of_next_score(sentence, anchor, index)
        and _bracket(sentence, index) in {None, _bracket(sentence, anchor)}
    ]
    after = [value for index, value in periods if index > anchor]
    if after:
        return after[0]
    return periods[-1][1] if periods else None


def _is_reached(sentence: Sentence, index: int) -> bool:
    """Tell whether an overtime says how the game went, not when something happened.

    "Outscored them 38-23 to force overtime" speaks of the time before it, "a 127-122
    overtime win" and "won 127-122 in overtime" of the whole game.
    """
    mention, units = sentence.units[index].mention, sentence.units
    if mention is None or not mention.value.startswith("OT"):
        return False
    before = units[index - 1].code if index else ""
    after = units[index + 1].code if index + 1 < len(units) else ""
    scores = [unit.mention for unit in units[max(0, index - 2) : index] if unit.mention]
    return (
        before in {"force", "forced", "forcing", "into", "reach", "send"}
        or after in _RESULTS
        or any(score.kind == "score" and score.data["second"] >= _FINAL for score in scores)
    )


def _of_next_score(sentence: Sentence, anchor: int, index: int) -> bool:
    """ "Outscored them 35-16, and a 32-27 third": the third is the second score's."""
    score = sentence.units[index - 1].mention if index else None
    between = {unit.code for unit in sentence.units[anchor : max(index - 1, 0)]}
    return score is not None and score.kind == "score" and bool(between & {",", "and"})


def _counted(sentence: Sentence, index: int) -> bool:
    """ "Four overtimes", "a double-overtime win": how many there were, not when something was."""
    mention = sentence.units[index].mention
    before = [unit for unit in sentence.units[max(0, index - 2) : index] if unit.code != "-"]
    return (
        mention is not None
        and mention.value == "OT"
        and bool(before)
        and (
            before[-1].code in {"double", "triple", "quadruple"}
            or (before[-1].mention is not None and before[-1].mention.kind == "number")
        )
    )


_RESULTS = {
    "win", "victory", "triumph", "loss", "defeat", "thriller", "game", "contest", "affair",
    "classic", "marathon", "decision", "battle", "setback", "heartbreaker", "epic",
}  # fmt: skip
_FINAL = 60


def _bracket(sentence: Sentence, index: int) -> int | None:
    """Return where the bracket around a unit opens: "29 points (10 in the fourth)"."""
    for position in range(index, -1, -1):
        code = sentence.units[position].code
        if code in {"(", ")"}:
            return position if code == "(" else None
    return None


def _final(sentence: Sentence, anchor: int) -> int:
    """Return where "finished with" stands before a unit: what comes before it was told apart."""
    codes = [unit.code for unit in sentence.units[:anchor]]
    for index in range(len(codes) - 2, -1, -1):
        finished = codes[index] in {"finish", "finished", "finishing", "ended"}
        if finished and {"with", "up"} & set(codes[index + 1 : index + 4]):
            return index
        if codes[index] in {"way", "route"} and codes[index + 1] == "to":
            return index
    return 0


def _next_part(sentence: Sentence, anchor: int) -> int:
    """Return where a part of a total begins after it: ", including 10 in", ", 12 of them in".

    The period of a part says nothing of the total before it.
    """
    units = sentence.units
    for index in range(anchor + 1, len(units) - 2):
        code, after = units[index].code, units[index + 1].code
        if (
            code in {"including", "despite"}
            or (code == "after" and after in {"a", "his"})
            or (code in {"many", "most", "half", "all", "some"} and after == "of")
        ):
            return index
        number = units[index].mention
        if (
            number is not None
            and number.kind == "number"
            and units[index - 1].code in {",", "(", "-", "--", "with"}
            and after in {"of", "coming", "in"}
            and units[index + 2].code in {"them", "which", "those", "in", "after", "the"}
        ):
            return index
    return len(units)


def earlier_period(sentence: Sentence, anchor: int) -> str | None:
    """Return the period named last before a unit in its sentence: "a strong first half, where"."""
    for unit in reversed(sentence.units[:anchor]):
        if unit.mention is not None and unit.mention.kind == "period":
            return unit.mention.value
    return None


def _flow_period(document: Document, sentence: Sentence) -> str | None:
    """Return the period named last in the sentence before: "They won that quarter 30-20"."""
    if sentence.number < 2:
        return None
    before = document.sentences[sentence.number - 2]
    return earlier_period(before, len(before.units))


def _teams_named(sentence: Sentence) -> list[str]:
    """Return the teams that a sentence names, by name, home or arena."""
    named: set[str] = set()
    for mention in (unit.mention for unit in sentence.units if unit.mention is not None):
        if mention.kind == "team":
            named.add(mention.data["value"])
        elif mention.kind in {"place", "arena"}:
            named.update(mention.data.get("place_teams") or mention.data.get("keys") or [])
    return sorted(named)


def earlier_statistics(sentence: Sentence, anchor: int) -> list[str]:
    """Return what was counted before a unit in its sentence: "13 rebounds, while Beal had 9"."""
    return [
        unit.mention.value
        for unit in sentence.units[:anchor]
        if unit.mention is not None and unit.mention.kind == "statistic"
    ]


def earlier_shot(sentence: Sentence, anchor: int) -> str | None:
    """Return the kind of shot named last before a unit: "from deep, where they hit 41 percent"."""
    for unit in reversed(sentence.units[:anchor]):
        if unit.mention is not None and unit.mention.kind == "shot":
            return unit.mention.value
    return None


def slot_columns(name: str, mention: Mention, document: Document) -> dict[str, Any]:
    """Return the claim's columns for a slot and the mention in it."""
    data = mention.data
    if mention.kind in {"score", "record", "shooting"}:
        return {f"{name}_first": data["first"], f"{name}_second": data["second"]}
    columns = {name: data.get("value")}
    if mention.kind in {"number", "percent"}:
        columns[f"{name}_hedge"] = data.get("hedge", "exact")
        columns[f"{name}_form"] = data.get("form", "digits")
    elif mention.kind == "player":
        columns[f"{name}_team_id"] = data.get("team_id")
    elif mention.kind == "shot":
        columns[f"{name}_words"] = " ".join(document.words[mention.start : mention.end])
    elif mention.kind in {"team", "place"}:
        columns[f"{name}_teams"] = data.get("place_teams") or data.get("keys") or []
        columns[f"{name}_kind"] = mention.kind
    return columns


def column_types(rule: Rule) -> dict[str, str]:
    """Return the columns of the rule's ``claim`` relation with their SQL types."""
    types = {
        "id": "INTEGER", "game_id": "VARCHAR", "player_id": "BIGINT", "team_id": "VARCHAR",
        "opponent_id": "VARCHAR", "subject": "VARCHAR", "scope": "VARCHAR", "scope_n": "INTEGER",
        "clause": "INTEGER", "sharing": "VARCHAR", "pronoun": "BOOLEAN",
        "flow_team_id": "VARCHAR", "team_named": "VARCHAR", "cues": "VARCHAR[]",
        "named": "BIGINT[]",
        "players": "BIGINT[]", "context_period": "VARCHAR", "sentence_period": "VARCHAR",
        "section_period": "VARCHAR",
        "flow_period": "VARCHAR",
        "sentence_teams": "VARCHAR[]",
        "sentence_statistics": "VARCHAR[]",
        "sentence_shot": "VARCHAR",
        "clause_statistics": "VARCHAR[]",
        "sentence": "INTEGER",
    }  # fmt: skip
    for name, kinds in rule.slots.items():
        for kind in kinds.split("|"):
            types |= _slot_types(name, kind)
    return types | dict.fromkeys(rule.labels, "VARCHAR")


def _slot_types(name: str, kind: str) -> dict[str, str]:
    if kind in {"score", "record", "shooting"}:
        return {f"{name}_first": "INTEGER", f"{name}_second": "INTEGER"}
    if kind in {"number", "percent"}:
        return {name: "DOUBLE", f"{name}_hedge": "VARCHAR", f"{name}_form": "VARCHAR"}
    if kind == "player":
        return {name: "BIGINT", f"{name}_team_id": "VARCHAR"}
    if kind in {"team", "place"}:
        return {name: "VARCHAR", f"{name}_teams": "VARCHAR[]", f"{name}_kind": "VARCHAR"}
    if kind == "shot":
        return {name: "VARCHAR", f"{name}_words": "VARCHAR"}
    if kind in {"ordinal", "day"}:
        return {name: "INTEGER"}
    return {name: "VARCHAR"}
