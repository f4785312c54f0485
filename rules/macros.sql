-- Functions that several rules' SQL shares; created on every connection.

CREATE OR REPLACE TEMP MACRO ordinal_of(n) AS
  CASE n WHEN 1 THEN 'first' WHEN 2 THEN 'second' WHEN 3 THEN 'third' WHEN 4 THEN 'fourth'
    WHEN 5 THEN 'fifth' WHEN 6 THEN 'sixth' WHEN 7 THEN 'seventh' WHEN 8 THEN 'eighth'
    WHEN 9 THEN 'ninth' WHEN 10 THEN 'tenth' ELSE n || 'th' END;

-- A number and what it counts: "1 rebound", "2 rebounds", "0 rebounds".
CREATE OR REPLACE TEMP MACRO so_many(n, noun) AS
  format('{:.0f} {}{}', n::DOUBLE, noun, if(n = 1, '', 's'));

-- Whether a number fits the truth, given how exact it claims to be.
CREATE OR REPLACE TEMP MACRO fits(said, hedge, truth) AS
  CASE hedge
    -- "More than 20" is true of 29, "just over 20" is not.
    WHEN 'nearly' THEN truth BETWEEN said * 0.8 - 1 AND said
    WHEN 'just over' THEN truth BETWEEN said AND said * 1.25 + 2
    WHEN 'under' THEN truth <= said
    WHEN 'at most' THEN truth <= said
    WHEN 'over' THEN truth >= said
    WHEN 'at least' THEN truth >= said
    WHEN 'about' THEN abs(truth - said) <= greatest(1, said * 0.1)
    ELSE truth = said
  END;

-- On which side of a number the truth is said to be: under it, over it, or about it.
CREATE OR REPLACE TEMP MACRO side_of(hedge) AS
  CASE WHEN hedge IN ('nearly', 'under', 'at most') THEN 'under' WHEN hedge IN ('just over', 'over', 'at least') THEN 'over' ELSE hedge END;

-- Whether a percentage fits, rounded up, down or to the nearest, as writers do.
CREATE OR REPLACE TEMP MACRO percent_fits(said, truth) AS
  CASE WHEN said = round(said) THEN abs(truth - said) < 1
    -- A percentage with a decimal means it.
    ELSE abs(truth - said) < 0.1001 OR round(truth, 1) = said END;

-- A percentage, written as exactly as the one it corrects.
CREATE OR REPLACE TEMP MACRO percent_as(said, truth) AS
  if(said = round(said), round(truth)::INTEGER::VARCHAR, format('{:.1f}', truth));

-- A stretch in words, for explanations.
CREATE OR REPLACE TEMP MACRO stretch_name(period) AS
  CASE period
    WHEN 'Q1' THEN 'in the first quarter' WHEN 'Q2' THEN 'in the second quarter'
    WHEN 'Q3' THEN 'in the third quarter' WHEN 'Q4' THEN 'in the fourth quarter'
    WHEN 'H1' THEN 'in the first half' WHEN 'H2' THEN 'in the second half'
    WHEN 'Q1-Q3' THEN 'in the first three quarters' WHEN 'Q2-Q3' THEN 'in the middle quarters'
    WHEN 'Q2-Q4' THEN 'after the first quarter' WHEN 'REG' THEN 'in regulation'
    WHEN 'Q4-OT' THEN 'in the fourth quarter and overtime' WHEN 'H2-OT' THEN 'after half time'
    WHEN 'GAME' THEN 'in the game' ELSE 'in overtime' END;

-- The same with words such as "over" or "just under" before the number.
CREATE OR REPLACE TEMP MACRO percent_fits_hedged(said, hedge, truth) AS
  CASE hedge
    WHEN 'just over' THEN truth BETWEEN said - 0.5 AND said + 10
    WHEN 'nearly' THEN truth BETWEEN said - 10 AND said + 0.5
    WHEN 'over' THEN truth >= said - 0.5
    WHEN 'at least' THEN truth >= said - 0.5
    WHEN 'under' THEN truth <= said + 0.5
    WHEN 'at most' THEN truth <= said + 0.5
    WHEN 'about' THEN abs(truth - said) <= 3
    ELSE percent_fits(said, truth)
  END;

-- Statistics that are mistaken for each other: what a man gathers, and the shots that he makes.
CREATE OR REPLACE TEMP MACRO alike(statistic) AS
  CASE WHEN statistic IN ('REB', 'AST', 'STL', 'BLK') THEN 'deeds'
    WHEN statistic IN ('FGM', 'FG3M', 'FTM') THEN 'shots'
    WHEN statistic IN ('OREB', 'DREB') THEN 'ends' WHEN statistic IN ('BENCH_PTS', 'STARTER_PTS') THEN 'units' END;

-- The one other statistic of its kind of which a player has just so many, and which is not told beside
-- it: "10 assists" of a man with ten rebounds and none. One or two fit too easily, and a slip of the
-- pen is near the truth. "No assists" of a man with five, and no rebounds, says it of the wrong one.
CREATE OR REPLACE TEMP MACRO other_count(game, man, said, number, told) AS (
  SELECT any_value(other.statistic)
  FROM player_stat AS own
  JOIN player_stat AS other
    ON other.game_id = game AND other.player_id = man AND other.value = number
    AND (number >= 3 OR number = 0 AND other.statistic IN ('REB', 'AST') AND said IN ('REB', 'AST'))
  WHERE own.game_id = game AND own.player_id = man AND own.statistic = said AND abs(own.value - number) >= 3
    AND other.statistic <> said AND alike(other.statistic) = alike(said)
    AND NOT list_contains(told, other.statistic)
  HAVING count(*) = 1
);

-- The same of a team.
CREATE OR REPLACE TEMP MACRO other_count_of_team(game, club, said, number, told) AS (
  SELECT any_value(other.statistic)
  FROM team_stat AS other
  WHERE other.game_id = game AND other.team_id = club AND other.value = number AND number >= 3
    AND other.statistic <> said AND alike(other.statistic) = alike(said)
    AND NOT list_contains(told, other.statistic)
  HAVING count(*) = 1
);

-- Which shots "5-for-11" means where the words do not say: those that it fits, else all.
CREATE OR REPLACE TEMP MACRO kind_of_shooting(game, man, hits, tries) AS
  coalesce((
    SELECT first(kind.code ORDER BY kind.place)
    FROM (VALUES ('FG', 1), ('FG3', 2), ('FT', 3)) AS kind (code, place)
    JOIN player_stat AS hit
      ON hit.game_id = game AND hit.player_id = man
      AND hit.statistic = kind.code || 'M' AND hit.value = hits
    JOIN player_stat AS tried
      ON tried.game_id = game AND tried.player_id = man
      AND tried.statistic = kind.code || 'A' AND tried.value = tries
  ), (
    SELECT first(kind.code ORDER BY kind.place)
    FROM (VALUES ('FG', 1), ('FG3', 2), ('FT', 3)) AS kind (code, place)
    JOIN player_stat AS tried
      ON tried.game_id = game AND tried.player_id = man
      AND tried.statistic = kind.code || 'A' AND tried.value = tries
  ), 'FG');

-- The same of a team; of "11-for-21" that fits none, those it tried so often.
CREATE OR REPLACE TEMP MACRO kind_of_team_shooting(game, club, hits, tries) AS
  coalesce((
    SELECT first(kind.code ORDER BY kind.place)
    FROM (VALUES ('FG', 1), ('FG3', 2), ('FT', 3)) AS kind (code, place)
    JOIN team_stat AS hit
      ON hit.game_id = game AND hit.team_id = club
      AND hit.statistic = kind.code || 'M' AND hit.value = hits
    JOIN team_stat AS tried
      ON tried.game_id = game AND tried.team_id = club
      AND tried.statistic = kind.code || 'A' AND tried.value = tries
  ), (
    SELECT first(kind.code ORDER BY kind.place)
    FROM (VALUES ('FG', 1), ('FG3', 2), ('FT', 3)) AS kind (code, place)
    JOIN team_stat AS tried
      ON tried.game_id = game AND tried.team_id = club
      AND tried.statistic = kind.code || 'A' AND tried.value = tries
  ), 'FG');

-- The one other kind of shot of which a player has both numbers: "all three of his free throws" of a
-- man who made all three of his threes. One or two tries fit too easily.
CREATE OR REPLACE TEMP MACRO other_kind_of_shooting(game, man, said, hits, tries) AS (
  SELECT any_value(kind.code)
  FROM (VALUES ('FG'), ('FG3'), ('FT')) AS kind (code)
  JOIN player_stat AS hit
    ON hit.game_id = game AND hit.player_id = man AND hit.statistic = kind.code || 'M' AND hit.value = hits
  JOIN player_stat AS tried
    ON tried.game_id = game AND tried.player_id = man AND tried.statistic = kind.code || 'A'
    AND tried.value = tries
  WHERE kind.code <> said AND tries > 2
  HAVING count(*) = 1
);

-- The same of a team.
CREATE OR REPLACE TEMP MACRO other_kind_of_team_shooting(game, club, said, hits, tries) AS (
  SELECT any_value(kind.code)
  FROM (VALUES ('FG'), ('FG3'), ('FT')) AS kind (code)
  JOIN team_stat AS hit
    ON hit.game_id = game AND hit.team_id = club AND hit.statistic = kind.code || 'M' AND hit.value = hits
  JOIN team_stat AS tried
    ON tried.game_id = game AND tried.team_id = club AND tried.statistic = kind.code || 'A'
    AND tried.value = tries
  WHERE kind.code <> said
  HAVING count(*) = 1
);

-- The one other kind of shot that a team made such a percentage of.
CREATE OR REPLACE TEMP MACRO other_kind_of_percentage(game, club, said, percent) AS (
  SELECT any_value(kind.code)
  FROM (VALUES ('FG'), ('FG3'), ('FT')) AS kind (code)
  JOIN team_stat AS shot
    ON shot.game_id = game AND shot.team_id = club AND shot.statistic = kind.code || '_PCT'
    AND percent_fits(percent, shot.value)
  WHERE kind.code <> said
  HAVING count(*) = 1
);

-- Whether words say of which kind shots are; "of his 14 shots" may tell of any.
CREATE OR REPLACE TEMP MACRO names_kind(words) AS
  NOT regexp_matches(words, '^(of (his|her|their|its) |on (his|her|their|its)? ?)?(shots|shooting|attempts|tries|looks|overall)$');

-- A kind of shot in words: "threes", or the place that they are taken from, "free-throw line".
CREATE OR REPLACE TEMP MACRO shots_of_kind(kind) AS
  CASE kind WHEN 'FT' THEN 'free throws' WHEN 'FG3' THEN 'threes' WHEN 'FG2' THEN 'twos' WHEN 'FG' THEN 'shots' END;
CREATE OR REPLACE TEMP MACRO place_of_kind(kind) AS
  CASE kind WHEN 'FT' THEN 'free-throw' WHEN 'FG3' THEN 'three-point' WHEN 'FG2' THEN 'two-point' WHEN 'FG' THEN 'field' END;

-- What to write for the words of a kind of shot that are another's.
CREATE OR REPLACE TEMP MACRO place_instead(said, kind) AS
  if(said = 'FG2' AND kind = 'FG3', 'beyond the arc', place_of_kind(kind));

-- The kind of shot that the sentence named last before: "made nine of 17 free throws; the Suns 22 of 26".
CREATE OR REPLACE TEMP MACRO shot_told(shot, statistics) AS
  CASE
    WHEN statistics[-1] IN ('FTM', 'FTA') THEN 'FT'
    WHEN statistics[-1] IN ('FG3M', 'FG3A') THEN 'FG3'
    ELSE shot
  END;

-- A kind of shot that was told before, where one of a team's numbers fits it.
CREATE OR REPLACE TEMP MACRO kind_fitting(game, club, hits, tries, told) AS
  (
    SELECT told
    FROM team_stat AS made
    JOIN team_stat AS tried
      ON tried.game_id = game AND tried.team_id = club AND tried.statistic = told || 'A'
    WHERE made.game_id = game AND made.team_id = club AND made.statistic = told || 'M'
      AND (made.value = hits OR tried.value = tries)
  );

-- Box scores differ in whether a team's own turnovers (such as five seconds) count.
CREATE OR REPLACE TEMP MACRO turnovers_fit(said, game, club) AS
  said >= coalesce(
    (SELECT sum(player_stat.value) FROM player_stat
     WHERE player_stat.game_id = game AND player_stat.team_id = club AND player_stat.statistic = 'TOV'),
    said)
  AND said <= (
    SELECT team_stat.value FROM team_stat
    WHERE team_stat.game_id = game AND team_stat.team_id = club AND team_stat.statistic = 'TOV')
  AND (said >= (
    SELECT team_stat.value FROM team_stat
    WHERE team_stat.game_id = game AND team_stat.team_id = club AND team_stat.statistic = 'TOV') - 3);

-- Another quarter (or half) that has just this score, where it is the only one.
CREATE OR REPLACE TEMP MACRO period_of_score(game, club, written, scored, allowed) AS (
  SELECT any_value(other.period)
  FROM period_score AS other
  WHERE other.game_id = game AND other.team_id = club
    AND other.points = scored AND other.opponent_points = allowed
    AND other.period <> written AND other.period[1] = written[1] AND length(other.period) = 2
  HAVING count(*) = 1
);

-- The half for which a quarter was written, or the quarter for a half, where it has just that score.
CREATE OR REPLACE TEMP MACRO other_kind_of_score(game, club, written, scored, allowed) AS (
  SELECT any_value(other.period)
  FROM period_score AS other
  WHERE other.game_id = game AND other.team_id = club
    AND other.points = scored AND other.opponent_points = allowed
    AND other.period = CASE written WHEN 'Q1' THEN 'H1' WHEN 'Q2' THEN 'H2' WHEN 'H1' THEN 'Q1' WHEN 'H2' THEN 'Q2' END
);

-- Which of its kind a quarter or half is.
CREATE OR REPLACE TEMP MACRO period_word(period) AS
  CASE period WHEN 'Q1' THEN 'first' WHEN 'Q2' THEN 'second' WHEN 'Q3' THEN 'third'
    WHEN 'Q4' THEN 'fourth' WHEN 'H1' THEN 'first' WHEN 'H2' THEN 'second' END;

-- The quarters of a stretch of the game; of the whole game, or where none is told, all four.
CREATE OR REPLACE TEMP MACRO quarters_in(stretch) AS
  CASE stretch WHEN 'H1' THEN ['Q1', 'Q2'] WHEN 'H2' THEN ['Q3', 'Q4'] WHEN 'Q1-Q3' THEN ['Q1', 'Q2', 'Q3']
    WHEN 'Q2-Q4' THEN ['Q2', 'Q3', 'Q4'] WHEN 'Q2-Q3' THEN ['Q2', 'Q3']
    ELSE ['Q1', 'Q2', 'Q3', 'Q4'] END;

-- Plays --------------------------------------------------------------------------------

-- Whether a numbered period (5 is the first overtime) belongs to a stretch; any does to none.
CREATE OR REPLACE TEMP MACRO in_stretch(number, stretch) AS
  CASE
    WHEN stretch IS NULL OR stretch = 'GAME' THEN true
    WHEN stretch IN ('Q1', 'Q2', 'Q3', 'Q4') THEN number = ascii(stretch[2]) - 48
    WHEN stretch = 'H1' THEN number <= 2
    WHEN stretch = 'H2' THEN number BETWEEN 3 AND 4
    WHEN stretch = 'REG' THEN number <= 4
    WHEN stretch = 'OT' THEN number >= 5
    WHEN stretch LIKE 'OT%' THEN number = ascii(stretch[3]) - 44
    WHEN stretch = 'Q4-OT' THEN number >= 4
    WHEN stretch = 'H2-OT' THEN number >= 3
    WHEN stretch LIKE 'Q%-Q%' THEN number BETWEEN ascii(stretch[2]) - 48 AND ascii(stretch[5]) - 48
    ELSE true
  END;

CREATE OR REPLACE TEMP MACRO period_code(number) AS
  if(number <= 4, 'Q' || number, 'OT' || (number - 4));

CREATE OR REPLACE TEMP MACRO clock_text(seconds) AS
  format('{}:{:02d}', (seconds // 60)::INTEGER, (seconds % 60)::INTEGER);

-- What a story calls a shot, as one of a few families.
CREATE OR REPLACE TEMP MACRO shot_family(kind) AS
  CASE
    WHEN regexp_matches(kind, 'point play|and - one') THEN if(regexp_matches(kind, 'four|4'), 'three', 'any')
    WHEN regexp_matches(kind, 'three|(^| )3( |$)|triple|trey|heave|bomb|deep$|range|arc|downtown') THEN 'three'
    WHEN regexp_matches(kind, 'alley|lob') THEN 'alley-oop'
    WHEN regexp_matches(kind, 'dunk|slam|jam|flush') THEN 'dunk'
    WHEN regexp_matches(kind, 'putback|put - back|put.* back$|tip') THEN 'tip'
    WHEN regexp_matches(kind, 'finger') THEN 'layup'
    WHEN regexp_matches(kind, 'lay|laid|scoop') THEN 'layup'
    WHEN regexp_matches(kind, 'hook') THEN 'hook'
    WHEN regexp_matches(kind, 'float|runner|teardrop|push') THEN 'floater'
    WHEN regexp_matches(kind, 'jumper|jump|pull|fade|step|turn|bank') THEN 'jumper'
    ELSE 'any'
  END;

-- Whether a shot may be called one of a family, as is_of_family says in told_shots.py; scorers and
-- writers differ near the rim.
CREATE OR REPLACE TEMP MACRO shot_fits(family, detail, points, feet) AS
  CASE
    WHEN family = 'free throws' THEN points = 1
    WHEN points = 1 THEN false
    WHEN family = 'any' THEN true
    WHEN family = 'three' THEN points = 3
    WHEN detail IS NULL THEN points = 2
    WHEN family = 'alley-oop' THEN contains(detail, 'alley')
    WHEN family = 'dunk' THEN contains(detail, 'dunk')
    WHEN family = 'tip' THEN regexp_matches(detail, 'tip|putback') OR points = 2 AND coalesce(feet, 0) <= 3
    WHEN family = 'layup' THEN regexp_matches(detail, 'layup|tip') OR points = 2 AND feet <= 3 AND NOT contains(detail, 'dunk')
    WHEN family = 'hook' THEN contains(detail, 'hook')
    WHEN family = 'floater' THEN points = 2 AND NOT regexp_matches(detail, 'dunk|tip')
    WHEN family = 'jumper' THEN NOT regexp_matches(detail, 'layup|dunk|tip') OR points = 3
  END;

-- What a player had in a stretch of the game; NULL where his quarters are not known.
CREATE OR REPLACE TEMP MACRO part_of(of_game, of_player, code, stretch) AS (
  SELECT sum(CASE code
    WHEN 'PTS' THEN pts WHEN 'REB' THEN oreb + dreb WHEN 'OREB' THEN oreb WHEN 'DREB' THEN dreb
    WHEN 'AST' THEN ast WHEN 'STL' THEN stl WHEN 'BLK' THEN blk WHEN 'TOV' THEN tov
    WHEN 'FGM' THEN fgm WHEN 'FGA' THEN fga WHEN 'FG3M' THEN fg3m WHEN 'FG3A' THEN fg3a
    WHEN 'FTM' THEN ftm WHEN 'FTA' THEN fta WHEN 'MIN' THEN round(seconds / 60.0) END)
  FROM period_line AS line
  WHERE line.game_id = of_game AND line.player_id = of_player
    AND stretch IS NOT NULL AND in_stretch(line.period, stretch)
);

-- Whether the score stood so at some moment; NULL where plays are not known.
CREATE OR REPLACE TEMP MACRO score_occurred(of_game, one, other) AS (
  SELECT bool_or(
    greatest(home_points, away_points) = greatest(one, other)
    AND least(home_points, away_points) = least(one, other)
  )
  FROM play WHERE play.game_id = of_game AND play.made
);

-- Whether a player's shots may be those of a part of the game that a story has come to.
CREATE OR REPLACE TEMP MACRO shots_of_part(of_game, of_player, stretch, hits, tries) AS (
  SELECT stretch IS NOT NULL AND (
    bool_or((hits, tries) IN ((fgm, fga), (fg3m, fg3a), (ftm, fta)))
    OR (hits, tries) IN ((sum(fgm), sum(fga)), (sum(fg3m), sum(fg3a)), (sum(ftm), sum(fta)))
  )
  FROM period_line AS line
  WHERE line.game_id = of_game AND line.player_id = of_player AND in_stretch(line.period, stretch)
);

-- Seconds played when the clock of a period (5 is the first overtime) shows so many seconds.
CREATE OR REPLACE TEMP MACRO played(number, clock) AS
  if(number <= 4, 720 * number, 2880 + 300 * (number - 4)) - clock;

-- A stretch in seconds played, from the first to the last.
CREATE OR REPLACE TEMP MACRO stretch_span(stretch) AS
  CASE
    WHEN stretch IN ('Q1', 'Q2', 'Q3', 'Q4')
      THEN {'from': 720 * (ascii(stretch[2]) - 49), 'to': 720 * (ascii(stretch[2]) - 48)}
    WHEN stretch = 'H1' THEN {'from': 0, 'to': 1440}
    WHEN stretch = 'H2' THEN {'from': 1440, 'to': 2880}
    WHEN stretch = 'REG' THEN {'from': 0, 'to': 2880}
    WHEN stretch = 'OT' THEN {'from': 2880, 'to': 9999}
    WHEN stretch LIKE 'OT%'
      THEN {'from': 2880 + 300 * (ascii(stretch[3]) - 49), 'to': 2880 + 300 * (ascii(stretch[3]) - 48)}
    WHEN stretch LIKE 'Q%-Q%' THEN {'from': 720 * (ascii(stretch[2]) - 49), 'to': 720 * (ascii(stretch[5]) - 48)}
    ELSE {'from': 0, 'to': 9999}
  END;

-- The first and the last period of a stretch; NULL where it is none, or "overtime" of any number.
CREATE OR REPLACE TEMP MACRO first_of(stretch) AS
  CASE WHEN stretch = 'H1' THEN 1 WHEN stretch = 'H2' THEN 3 WHEN stretch = 'OT' THEN 5 WHEN stretch LIKE 'Q%' THEN ascii(stretch[2]) - 48
    WHEN stretch LIKE 'OT%' THEN ascii(stretch[3]) - 44 WHEN stretch = 'REG' THEN 1 END;

CREATE OR REPLACE TEMP MACRO last_of(stretch) AS
  CASE WHEN stretch = 'H1' THEN 2 WHEN stretch IN ('H2', 'REG') THEN 4 WHEN stretch LIKE 'Q%-Q%' THEN ascii(stretch[5]) - 48
    WHEN stretch LIKE 'Q%' THEN ascii(stretch[2]) - 48 WHEN stretch LIKE 'OT_' THEN ascii(stretch[3]) - 44 END;

-- The period of a stretch in whose time the clock is told: of a half its second quarter. NULL where
-- no one period is meant.
CREATE OR REPLACE TEMP MACRO clock_period(stretch) AS
  CASE
    WHEN stretch IN ('Q1', 'Q2', 'Q3', 'Q4') THEN ascii(stretch[2]) - 48
    WHEN stretch = 'H1' THEN 2
    WHEN stretch IN ('H2', 'REG') THEN 4
    WHEN stretch = 'OT' THEN 5
    WHEN stretch LIKE 'OT%' THEN ascii(stretch[3]) - 44
  END;

-- A time of the clock, as the earliest and the latest seconds to play that it may mean:
-- docs/knowledge-base.md has the table.
CREATE OR REPLACE TEMP MACRO clock_range(minutes, minutes_hedge, seconds, seconds_hedge) AS
  CASE
    WHEN minutes IS NOT NULL AND seconds IS NOT NULL
      THEN {'most': 60 * minutes + seconds + 3, 'least': 60 * minutes + seconds - 3}
    WHEN minutes IS NOT NULL THEN
      CASE side_of(minutes_hedge)
        WHEN 'under' THEN {'most': 60 * minutes, 'least': 60 * minutes - 60}
        WHEN 'over' THEN {'most': 60 * minutes + 60, 'least': 60 * minutes}
        WHEN 'about' THEN {'most': 60 * minutes + 45, 'least': 60 * minutes - 45}
        ELSE {'most': 60 * minutes + 30, 'least': 60 * minutes - 30}
      END
    ELSE
      CASE side_of(seconds_hedge)
        WHEN 'under' THEN {'most': seconds + 1, 'least': seconds - 10}
        WHEN 'over' THEN {'most': seconds + 10, 'least': seconds - 1}
        WHEN 'about' THEN {'most': seconds + 5, 'least': seconds - 5}
        ELSE {'most': seconds + 2, 'least': seconds - 2}
      END
  END;

-- The same of words of the group the_time: "a minute and a half", "half a minute", "nine-plus minutes".
CREATE OR REPLACE TEMP MACRO time_range(clock, minutes, minutes_hedge, seconds, seconds_hedge) AS
  CASE
    WHEN clock IS NULL THEN NULL
    WHEN clock = 'half_minute' THEN {'most': 45, 'least': 15}
    ELSE clock_range(
      minutes + CASE clock WHEN 'half' THEN 0.5 WHEN 'quarter' THEN 0.25 ELSE 0 END,
      if(clock = 'over', 'over', minutes_hedge), seconds, if(clock = 'over', 'over', seconds_hedge))
  END;

-- Whether a time is told to the second.
CREATE OR REPLACE TEMP MACRO is_sharp(seconds, hedge) AS
  seconds IS NOT NULL AND coalesce(hedge, 'exact') = 'exact';

-- Words for a time, in seconds played: NULL where none is known.
CREATE OR REPLACE TEMP MACRO vague_range(vague, stretch) AS
  CASE
    WHEN regexp_matches(vague, 'stretch|late|deep|closing|dying|waning')
      THEN {'most': if(regexp_matches(vague, 'second'), 60, if(vague LIKE '%minute%' OR vague LIKE '%moment%', 180, 300)), 'least': 0}
    WHEN regexp_matches(vague, 'final|last') THEN
      {'most': if(regexp_matches(vague, 'second'), 30, if(regexp_matches(vague, 'minutes|moments'), 180, 60)), 'least': 0}
    WHEN regexp_matches(vague, 'early|opening|start|beginning|first') THEN
      {'most': if(stretch LIKE 'H%', 1440, if(stretch LIKE 'OT%', 300, 720)),
       'least': if(stretch LIKE 'H%', 1080, if(stretch LIKE 'OT%', 180, 420))}
    WHEN regexp_matches(vague, 'mid|halfway') THEN
      if(stretch LIKE 'H%', {'most': 900, 'least': 540}, {'most': 480, 'least': 240})
  END;

-- Whether a part of a whole, from 0 to 1, is the fraction that is told: "nearly half", "over a third".
CREATE OR REPLACE TEMP MACRO fraction_fits(said, hedge, truth) AS
  CASE WHEN hedge = 'over' THEN truth BETWEEN said - 0.005 AND said + 0.25
    WHEN hedge = 'below' THEN truth <= said + 0.005
    WHEN hedge = 'under' THEN truth BETWEEN said - 0.09 AND said + 0.01
    WHEN hedge = 'exactly' THEN abs(truth - said) <= 0.005
    ELSE abs(truth - said) <= 0.06 END;

-- The fraction that a portion is compared with: half, where no other one is told.
CREATE OR REPLACE TEMP MACRO portion_told(third, quarter, two_thirds, three_quarters) AS
  CASE WHEN third IS NOT NULL THEN 1 / 3 WHEN quarter IS NOT NULL THEN 1 / 4
    WHEN two_thirds IS NOT NULL THEN 2 / 3 WHEN three_quarters IS NOT NULL THEN 3 / 4 ELSE 1 / 2 END;

-- "More than half" for "fewer than half", and the other way round, with the word for fewer that suits.
CREATE OR REPLACE TEMP MACRO opposite_portion(words, fewer) AS
  CASE WHEN starts_with(words, 'more') THEN replace(words, 'more', fewer)
    WHEN regexp_matches(words, '^(fewer|less)') THEN regexp_replace(words, '^(fewer|less)', 'more') END;
