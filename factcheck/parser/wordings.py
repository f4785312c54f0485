"""The words that the parser looks up, each set under the name that it has in the vocabulary.

What they are for, and examples, stand there (``rules/vocabulary``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from factcheck.rulebook.vocabulary import WordSets

Words = frozenset[str]


@dataclass(frozen=True, slots=True)
class NeighbourWords(WordSets):
    """Words that stand next to a name or a noun."""

    table: ClassVar[str] = "neighbours"

    articles: Words
    joints: Words
    list_joints: Words
    titles: Words
    compared_joints: Words
    amounts: Words
    fronted: Words
    lets: Words
    let_deeds: Words
    before_phrase: Words
    helpers: Words
    tell_numbers: Words
    before_fixture: Words
    before_team: Words


@dataclass(frozen=True, slots=True)
class SurroundingWords(WordSets):
    """Words around a noun, a name or a clause."""

    table: ClassVar[str] = "surroundings"

    before_noun: Words
    clause_openers: Words
    before_nobody: Words
    owners: Words
    those: Words
    relatives: Words
    sides: Words
    both_of: Words
    aside_openers: Words
    members: Words
    all_the: Words
    off_bench: Words
    before_others: Words
    title_joints: Words
    in_title: Words
    before_topic: Words


@dataclass(frozen=True, slots=True)
class AnaphoraWords(WordSets):
    """Words for somebody who was named before, and words beside them."""

    table: ClassVar[str] = "anaphora"

    former: Words
    latter: Words
    aims: Words
    subordinate: Words
    starting: Words
    after_starting: Words
    each_team: Words
    its: Words
    particles: Words


@dataclass(frozen=True, slots=True)
class NarratorWords(WordSets):
    """Words of a writer for his team, and those that tell which it is."""

    table: ClassVar[str] = "narrator"

    we: Words
    us: Words
    our: Words
    they: Words
    compared: Words
    adverbs: Words
    won: Words
    lost: Words
    beat: Words
    to: Words
    not_game: Words


@dataclass(frozen=True, slots=True)
class OtherSubjectWords(WordSets):
    """Words of a subject that is somebody else than the man spoken of."""

    table: ClassVar[str] = "other_subjects"

    boundaries: Words
    indefinite: Words
    definite: Words
    his: Words
    others: Words
    him: Words
    adverbs: Words
    own_subjects: Words
    behind_noun: Words
    plural: Words
    singular: Words
    opponents: Words
    of_team: Words
    other_team: Words
    teams: Words


@dataclass(frozen=True, slots=True)
class SubjectWords(WordSets):
    """Words beside a name that tell whether a clause is about it."""

    table: ClassVar[str] = "subjects"

    givers: Words
    missing: Words
    who: Words
    before_subject: Words
    in_which: Words
    determiners: Words
    copulas: Words
    followed: Words


@dataclass(frozen=True, slots=True)
class AttachmentWords(WordSets):
    """Words between numbers and those who have them."""

    table: ClassVar[str] = "attached"

    subjects: Words
    set_against: Words
    of_whole: Words
    standing: Words
    before_man: Words
    givers: Words
    of_effort: Words
    before_part: Words
    before_many: Words
    shared: Words
    parts: Words
    goes_on: Words
    of_his: Words
    ours: Words
    holds: Words
    barely: Words


@dataclass(frozen=True, slots=True)
class NamedOwnerWords(WordSets):
    """Words between a number and an owner right beside it."""

    table: ClassVar[str] = "named_owners"

    before_team: Words
    in_vain: Words
    before_owned: Words
    givers: Words
    in_list: Words
    before_name: Words


@dataclass(frozen=True, slots=True)
class ClauseWords(WordSets):
    """Words that begin clauses, and words beside these."""

    table: ClassVar[str] = "clauses"

    keep_scope: Words
    look_back: Words
    measured_from: Words
    one_of_team: Words
    fronted: Words
    relative: Words
    of_groups: Words
    describes: Words
    determiners: Words
    pronouns: Words
    finishing: Words
    after_name: Words
    nothing_but: Words
    asides: Words
    tells_when: Words
    it: Words
    being: Words
    told: Words
    other_days: Words
    connectives: Words
    resume: Words
    states: Words
    tries: Words
    begin: Words
    begin_before_verb: Words
    adverbials: Words
    number_verbs: Words
    after: Words
    verbs: Words
    begin_before_name: Words
    aimed_at: Words
    joins_names: Words
    possessives: Words
    between_names: Words
    games: Words
    apart: Words


@dataclass(frozen=True, slots=True)
class PredicateWords(WordSets):
    """Words at which a clause turns to its next verb."""

    table: ClassVar[str] = "predicates"

    copulas: Words
    were: Words
    joins: Words
    relative: Words
    falling_short: Words
    infinitives: Words
    comparing: Words
    subjects: Words
    exactly: Words
    ends: Words
    adds: Words
    behind: Words


@dataclass(frozen=True, slots=True)
class TenseWords(WordSets):
    """Words that tell the tense of what follows them."""

    table: ClassVar[str] = "tenses"

    perfect: Words
    not_past: Words
    adverbs: Words
    were: Words
    behind_were: Words
    joints: Words
    go_on: Words


@dataclass(frozen=True, slots=True)
class OtherGameWords(WordSets):
    """Words for games before this one, and what bounds them."""

    table: ClassVar[str] = "other_games"

    carries: Words
    there: Words
    had: Words
    bygone: Words
    nouns: Words
    ends: Words
    before_day: Words
    before_next_day: Words
    day_parts: Words
    past_too: Words
    relative: Words
    ends_relative: Words


@dataclass(frozen=True, slots=True)
class ImaginedWords(WordSets):
    """Words for what did not happen."""

    table: ClassVar[str] = "imagined"

    modals: Words
    have: Words
    ends: Words
    unchanged: Words
    named_by: Words
    askers: Words
    removes: Words
    away: Words
    subtracts: Words
    wishes: Words
    wished: Words
    chances: Words
    coming: Words
    wished_then: Words
    wished_how: Words
    was: Words
    seemed: Words
    seemed_how: Words
    before_if: Words
    as_if: Words
    believed: Words
    promised: Words
    ends_wish: Words
    one_more: Words
    auxiliaries: Words
    asked_of: Words
    asks_who: Words
    asks_who_but: Words
    begins_request: Words
    ends_request: Words


@dataclass(frozen=True, slots=True)
class NarrowedWords(WordSets):
    """Words beside a number that a phrase behind it narrows."""

    table: ClassVar[str] = "narrowed"

    qualities: Words
    between: Words
    whole: Words
    boundaries: Words
    subjects: Words


@dataclass(frozen=True, slots=True)
class PeriodWords(WordSets):
    """Words beside those for periods that tell when something was."""

    table: ClassVar[str] = "periods"

    reaching: Words
    before_verb: Words
    articles: Words
    results: Words
    times: Words
    joints: Words
    finishing: Words
    finishing_how: Words
    ways: Words
    parts: Words
    after_whole: Words
    shares: Words
    before_part: Words
    hedging_part: Words
    after_part: Words
    of_whole: Words
    came: Words
    of_those: Words
    ends: Words
    partway: Words
    quarters: Words
    half_time: Words
    halves: Words
    at_half: Words
    looking_back: Words
    within: Words
    returning: Words
    entering: Words
    turns: Words
    same_when_past: Words
    adds: Words
    moments: Words
    down_the: Words
    note_joints: Words


@dataclass(frozen=True, slots=True)
class RecordWords(WordSets):
    """Words around a team's wins and losses that are told with "and"."""

    table: ClassVar[str] = "record"

    being: Words
    short_being: Words
    it: Words
    moving_to: Words
    finishing: Words
    making: Words
    those: Words
    groups: Words
    table_words: Words
    starts: Words
    listing: Words
    beside: Words
    after: Words
