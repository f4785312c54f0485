"""Stories as broken generators write them: true ones, cut up, repeated and spoilt."""

from __future__ import annotations

import random
from collections.abc import Sequence

SEEDS = (
    "The Memphis Grizzlies stayed unbeaten with a 102-91 victory over the Phoenix Suns on "
    "Wednesday night. Mike Conley led all scorers with 24 points and 11 assists, while Courtney "
    "Lee made four of his five three-pointers on the way to 22 points.",
    "The Grizzlies ( 5 - 0 ) defeated the Suns ( 3 - 2 ) 102 - 91 on Wednesday . Marc Gasol had "
    "18 points , six assists and four steals . He is averaging 19 points over his last two games .",
    "Eric Bledsoe (23 points, five rebounds, four assists) turned it over nine times. The Suns "
    "shot 45 percent from the field, 7-of-22 from three. Up next: at home against the Kings.",
    "# Recap\n\n- Q1: 28-24 Suns\n- Q2: 24-22 Suns\n\n**Goran Dragic** scored six on Nov. 5, 2014; "
    "P.J. Tucker grabbed a game-high 11 boards.\n\n| Player | PTS |\n|---|---|\n| Gasol | 18 |\n",
    "Phoenix took a 52-46 lead into the half, but they outscored them 56-39 after it and won by "
    "11. It was their fifth straight win; the Suns have lost two of three and fell to 3-2.",
    "Bledsoe's jumper with 9:34 left in the first made it 9-8 and sparked a 10-2 run. Tucker hit a "
    "three at the 3:12 mark of the second, Conley answered 17 seconds later, and Lee's dunk from "
    "Gasol put Memphis ahead to stay. Markieff Morris blocked Randolph with a minute left in the "
    "fourth, missed two free throws and fouled out; the Suns did not score over the last 2:10.",
    "Back from losses to Denver and in Portland, the Suns had won three straight before Chicago "
    "stopped them. The Grizzlies, who beat Utah, Indiana and the Kings at home after a trip "
    "through Boston, New York and Brooklyn, won the second and third quarters and led by 12.",
)
"""Texts of ours about the demo's game."""

_WORDS = (
    "6024174495", "0", "-1", "1e999", "0.0", "99999999999999999999", "Feb. 0, 2017", "13/45/0000",
    "II", "½", "٣", "1,000,000", "last 999999 games", "of", "and", "the", "respectively", "none",
    "career-high", "triple-double", "Marc Gasol", "Isaiah Thomas", "Grizzlies", "Suns", "Phoenix",
    "their", "he", "overtime", "fourth quarter", "at the half", "percent", "of 0",
    "through the second overtime", "from the third on", "with 0:00 left", "at 99:99", "a 0-0 run",
    "0-0", "0-of-0",
    "{player}", "{number:1:2}", "';--", "\x00", "\x1f", "\u200b", "\u202e", "e\u0301\u0301", "🏀",
    "\ufeff", "\r\n", "\n\n", "|", "**", "__", "(", ")", "[", "<b>", "%", "$1", "\\", "…", "—",
)  # fmt: skip


def mutate(seed: int, texts: Sequence[str] = SEEDS) -> str:
    """Return a spoilt text, the same for the same seed.

    Args:
        seed: Chooses the texts and what is done to them.
        texts: What to begin with.
    """
    chance = random.Random(seed)
    words = chance.choice(texts).split(" ")
    for _ in range(chance.randint(1, 12)):
        place = chance.randrange(len(words) + 1)
        match chance.randrange(9):
            case 0:
                words.insert(place, chance.choice(_WORDS))
            case 1:
                del words[place : place + chance.randint(1, 5)]
            case 2:
                words[place:place] = chance.choice(texts).split(" ")[: chance.randint(1, 30)]
            case 3:
                words[place:place] = words[place : place + 6] * chance.randint(1, 6)
            case 4:
                chance.shuffle(words[place : place + 8])
            case 5:
                words[place : place + 1] = [str(chance.choice((0, 1, 7, 250, 10**12, 3.5)))]
            case 6:
                words = [word.upper() for word in words]
            case 7:
                text = " ".join(words)
                letter = chr(chance.choice((chance.randrange(32, 0x250), chance.randrange(0xD7FF))))
                cut = chance.randrange(len(text) + 1)
                words = (text[:cut] + letter * chance.randint(1, 3) + text[cut:]).split(" ")
            case 8:
                words[place:place] = [chance.choice(_WORDS)] * chance.randint(2, 20)
        words = words or ["."]
    return " ".join(words)
