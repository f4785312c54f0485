-- A game that sources date differently is one game, of the day that the better source tells. It is
-- known by the league's id and the teams; where there is no id, by the numbers.

CREATE TEMP TABLE moved_game (
    source_id INTEGER, file_line INTEGER, date DATE, one VARCHAR, other VARCHAR,
    league_game_id VARCHAR, -- NULL: whatever is told of these teams on the day
    believed_date DATE, believed_id INTEGER
);

INSERT INTO moved_game
SELECT
    row.source_id, min(row.file_line), row.date, one, other, row.league_game_id,
    any_value(best.date), any_value(best.source_id)
FROM staged_team_game AS row
JOIN (
    SELECT
        league_game_id, least(team_id, opponent_id) AS one, greatest(team_id, opponent_id) AS other,
        arg_min(date, (source_rank, source_id, file_line)) AS date,
        arg_min(source_id, (source_rank, source_id, file_line)) AS source_id
    FROM staged_team_game
    WHERE league_game_id IS NOT NULL
    GROUP BY ALL
    HAVING count(DISTINCT date) > 1
) AS best
    ON best.league_game_id = row.league_game_id AND one = least(row.team_id, row.opponent_id)
    AND other = greatest(row.team_id, row.opponent_id) AND best.date <> row.date
GROUP BY row.source_id, row.date, one, other, row.league_game_id;

CREATE TEMP TABLE move_by_id AS
SELECT DISTINCT source_id, date, one, other, league_game_id, believed_date FROM moved_game;

UPDATE staged_team_game AS row SET date = believed_date FROM move_by_id AS moved
WHERE moved.source_id = row.source_id AND moved.date = row.date
  AND moved.league_game_id = row.league_game_id
  AND row.team_id IN (one, other) AND row.opponent_id IN (one, other);

UPDATE staged_player_line AS row SET date = believed_date FROM move_by_id AS moved
WHERE moved.source_id = row.source_id AND moved.date = row.date
  AND moved.league_game_id = row.league_game_id
  AND row.team_id IN (one, other) AND row.opponent_id IN (one, other);

UPDATE staged_game_code AS row SET date = believed_date FROM move_by_id AS moved
WHERE moved.source_id = row.source_id AND moved.date = row.date
  AND moved.league_game_id = row.game_code;

-- What each source tells of a game, its numbers in one list.
CREATE TEMP TABLE told_game AS
SELECT
    source_id, date, least(team_id, opponent_id) AS one, greatest(team_id, opponent_id) AS other,
    any_value(source_rank) AS source_rank, min(file_line) AS file_line,
    any_value(league_game_id) AS league_game_id,
    any_value(if(is_home, team_id, opponent_id)) FILTER (is_home IS NOT NULL) AS host,
    flatten([
        any_value(numbers) FILTER (team_id < opponent_id),
        any_value(numbers) FILTER (team_id > opponent_id)
    ]) AS numbers
FROM (
    SELECT *, [
        pts, periods[1], periods[2], periods[3], periods[4], reb, oreb, dreb, ast, stl, blk, tov,
        pf, fgm, fga, fg3m, fg3a, ftm, fta
    ] AS numbers
    FROM staged_team_game
)
GROUP BY source_id, date, one, other
HAVING count(DISTINCT team_id) = 2;

-- Two days in a row on which the same teams play at the same place with the same numbers (three
-- quarters of those that both sources tell), though nobody tells of both days.
CREATE TEMP TABLE day_told_twice AS
WITH day_after_day AS (
    SELECT
        one, other, early.date AS first_date, late.date AS second_date,
        list_filter(
            list_zip(early.numbers, late.numbers), lambda pair: pair[1] + pair[2] IS NOT NULL
        ) AS pairs
    FROM told_game AS early
    JOIN (SELECT *, date - 1 AS day_before FROM told_game) AS late USING (one, other)
    WHERE late.day_before = early.date
      AND coalesce(early.league_game_id = late.league_game_id, true)
      AND coalesce(early.host = late.host, true)
)
SELECT DISTINCT one, other, first_date, second_date
FROM day_after_day
WHERE len(pairs) >= 2
  AND len(list_filter(pairs, lambda pair: pair[1] = pair[2])) >= 0.75 * len(pairs);

DELETE FROM day_told_twice
WHERE EXISTS (
    FROM told_game AS early JOIN told_game AS late USING (one, other, source_id)
    WHERE early.date = first_date AND late.date = second_date
      AND early.one = day_told_twice.one AND early.other = day_told_twice.other
);

CREATE TEMP TABLE believed_day AS
SELECT
    one, other, first_date, second_date, arg_min(date, (source_rank, source_id)) AS believed_date,
    arg_min(source_id, (source_rank, source_id)) AS believed_id
FROM day_told_twice
JOIN told_game USING (one, other)
WHERE date IN (first_date, second_date)
GROUP BY ALL;

INSERT INTO moved_game
SELECT
    source_id, file_line, date, one, other, NULL, believed_date, believed_id
FROM told_game
JOIN believed_day USING (one, other)
WHERE date IN (first_date, second_date) AND date <> believed_date;

CREATE TEMP TABLE moved_day AS
SELECT DISTINCT date, one, other, believed_date FROM moved_game WHERE league_game_id IS NULL;

UPDATE staged_team_game AS row SET date = believed_date FROM moved_day AS moved
WHERE moved.date = row.date
  AND row.team_id IN (one, other) AND row.opponent_id IN (one, other);

UPDATE staged_player_line AS row SET date = believed_date FROM moved_day AS moved
WHERE moved.date = row.date
  AND row.team_id IN (one, other) AND row.opponent_id IN (one, other);

UPDATE staged_game_code AS row SET date = believed_date FROM moved_day AS moved
WHERE moved.date = row.date
  AND row.team_id IN (one, other) AND row.opponent_id IN (one, other);

UPDATE staged_site AS row SET date = believed_date FROM moved_day AS moved
WHERE moved.date = row.date AND home_id IN (one, other) AND away_id IN (one, other);

INSERT INTO data_issue
SELECT
    'game told on two days', source.path, date || ' ' || one || ' and ' || other,
    coalesce('line ' || file_line || '; ', '') || believed_date || ' in ' || believed.path
        || ', which is believed'
FROM moved_game
JOIN source ON source.source_id = moved_game.source_id
JOIN source AS believed ON believed.source_id = believed_id;
