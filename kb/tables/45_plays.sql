-- The course of the game: plays with the score after each, and what quarters come to.

CREATE TEMP TABLE coded_game AS
SELECT DISTINCT game_code, game_id, home_id, away_id, has_player_lines
FROM staged_game_code AS code
JOIN game
    ON game.date = code.date
    AND game.home_id IN (code.team_id, code.opponent_id)
    AND game.away_id IN (code.team_id, code.opponent_id);

INSERT INTO data_issue
SELECT
    'plays of a game that is not known', path, game_code, left_out(count(*), min(file_line))
FROM staged_play ANTI JOIN coded_game USING (game_code)
JOIN source USING (source_id)
GROUP BY ALL;

-- A game's plays come from one source, the first that has them, in the order of the clock.
CREATE TEMP TABLE ordered_play AS
WITH chosen AS (
    SELECT game_id, min(source_id) AS source_id
    FROM staged_play JOIN coded_game USING (game_code)
    GROUP BY game_id
)
SELECT
    play.*, game_id, home_id, away_id, has_player_lines,
    row_number() OVER (
        PARTITION BY game_id ORDER BY period, clock DESC, file_line
    )::SMALLINT AS number,
    CASE
        WHEN team_wording IN (own.home_code, lower(home_id)) THEN home_id
        WHEN team_wording IN (own.away_code, lower(away_id)) THEN away_id
    END AS team_id
FROM staged_play AS play
JOIN coded_game USING (game_code)
JOIN chosen USING (game_id, source_id)
LEFT JOIN (
    SELECT
        game_id,
        any_value(wording) FILTER (team_id = home_id) AS home_code,
        any_value(wording) FILTER (team_id = away_id) AS away_code
    FROM coded_game
    JOIN team_wording ON source = 'stats.nba.com' AND team_id IN (home_id, away_id)
    GROUP BY game_id
) AS own USING (game_id);

INSERT INTO data_issue
SELECT DISTINCT 'plays of a game in two files', path, game_id, 'left out; another file is believed'
FROM staged_play
JOIN coded_game USING (game_code)
JOIN source USING (source_id)
WHERE NOT EXISTS (
    FROM ordered_play
    WHERE ordered_play.game_id = coded_game.game_id AND ordered_play.source_id = staged_play.source_id
);

INSERT INTO data_issue
SELECT 'plays out of order', path, game_id, 'from line ' || min(file_line) || '; put in order of the clock'
FROM (
    SELECT
        source_id, game_id, file_line,
        (period, -clock) < lag((period, -clock)) OVER (
            PARTITION BY game_id ORDER BY file_line
        ) AS late
    FROM ordered_play
) JOIN source USING (source_id)
WHERE late
GROUP BY ALL;

INSERT INTO data_issue
SELECT 'play of a team that is not in the game', path, game_id,
    'line ' || min(file_line) || ': ' || team_wording || '; left out'
FROM ordered_play JOIN source USING (source_id)
WHERE team_wording IS NOT NULL AND team_id IS NULL
GROUP BY path, game_id, team_wording;

INSERT INTO data_issue
SELECT 'play by a player of no team', path, game_id,
    'line ' || min(file_line) || ': player ' || play.player_id || '; left out'
FROM ordered_play AS play
JOIN source USING (source_id)
ANTI JOIN player_line USING (game_id, player_id)
WHERE has_player_lines AND play.player_id IS NOT NULL
GROUP BY path, game_id, play.player_id;

-- Two baskets that lead to one score are one basket, put right.
CREATE TEMP TABLE repeated_basket AS
SELECT source_id, game_id, file_line
FROM ordered_play
WHERE made AND away_points IS NOT NULL
QUALIFY row_number() OVER (
    PARTITION BY game_id, away_points, home_points ORDER BY number
) > 1;

INSERT INTO data_issue
SELECT 'basket told twice', path, game_id, 'line ' || min(file_line) || '; first one kept'
FROM repeated_basket JOIN source USING (source_id)
GROUP BY path, game_id;

-- The score after each play is the sum of the baskets; what a source states must agree with it.
CREATE TEMP TABLE counted_play AS
SELECT
    play.* REPLACE (if(line.player_id IS NULL AND has_player_lines, NULL, play.player_id) AS player_id),
    sum(if(made AND play.team_id = home_id, value, 0)) OVER course AS home_sum,
    sum(if(made AND play.team_id = away_id, value, 0)) OVER course AS away_sum
FROM ordered_play AS play
ANTI JOIN repeated_basket USING (game_id, file_line)
LEFT JOIN (SELECT game_id, player_id FROM player_line) AS line USING (game_id, player_id)
WHERE (team_wording IS NULL OR team_id IS NOT NULL)
WINDOW course AS (PARTITION BY game_id ORDER BY number ROWS UNBOUNDED PRECEDING);

-- What plays come to at the end of a period, where that is not what the line score says. A basket
-- on the border may stand in the other quarter; a game that ends otherwise is left out.
CREATE TEMP TABLE disputed_period AS
WITH at_end AS (
    SELECT
        game_id, period, any_value(source_id) AS source_id, max(file_line) AS file_line,
        arg_max(home_sum, number) AS home_sum, arg_max(away_sum, number) AS away_sum
    FROM counted_play GROUP BY game_id, period
),
line_score AS (
    SELECT game_id, period, home_points, away_points
    FROM (
        SELECT
            game_id, period_number AS period,
            sum(if(team_id = home_id, points, 0)) OVER so_far AS home_points,
            sum(if(team_id = away_id, points, 0)) OVER so_far AS away_points
        FROM (
            SELECT
                game_id, period_score.team_id, points,
                if(period[1] = 'Q', period[2]::INTEGER, period[3:]::INTEGER + 4) AS period_number
            FROM period_score
            WHERE period IN ('Q1', 'Q2', 'Q3', 'Q4') OR regexp_matches(period, '^OT\d+$')
        )
        JOIN game USING (game_id)
        WINDOW so_far AS (PARTITION BY game_id ORDER BY period_number RANGE UNBOUNDED PRECEDING)
    )
    GROUP BY ALL
),
final AS (
    SELECT game_id, max(period) AS period FROM at_end GROUP BY game_id
)
SELECT
    at_end.game_id, at_end.source_id, at_end.file_line, at_end.period,
    final.period = at_end.period
        AND (away_sum <> game.away_points OR home_sum <> game.home_points) AS at_the_end,
    away_sum || '-' || home_sum AS counted,
    coalesce(line_score.away_points, game.away_points) || '-'
        || coalesce(line_score.home_points, game.home_points) AS stated
FROM at_end
JOIN game USING (game_id)
JOIN final USING (game_id)
LEFT JOIN line_score
    ON line_score.game_id = at_end.game_id AND line_score.period = at_end.period
WHERE away_sum <> line_score.away_points OR home_sum <> line_score.home_points
    OR (
        final.period = at_end.period
        AND (away_sum <> game.away_points OR home_sum <> game.home_points)
    );

CREATE TEMP TABLE contradicting_plays AS
SELECT DISTINCT game_id FROM disputed_period WHERE at_the_end;

INSERT INTO data_issue
SELECT
    if(bool_or(at_the_end), 'plays contradict the final score', 'plays contradict the line score'),
    path, game_id,
    first(
        format('line {}: {} after period {}, line score {}', file_line, counted, period, stated)
        ORDER BY at_the_end DESC, period
    ) || if(bool_or(at_the_end), '; plays left out', '; plays kept')
FROM disputed_period JOIN source USING (source_id)
GROUP BY path, game_id;

INSERT INTO data_issue
SELECT 'score of a play contradicts the baskets', path, game_id, first(
    format('line {}: {}-{}, the baskets make {}-{}', file_line, away_points, home_points, away_sum, home_sum)
    ORDER BY number)
FROM counted_play JOIN source USING (source_id)
WHERE made AND (away_points <> away_sum OR home_points <> home_sum)
    AND game_id NOT IN (SELECT game_id FROM contradicting_plays)
GROUP BY path, game_id;

-- Other rows may tell the score too, before or after a basket of the same second.
INSERT INTO data_issue
SELECT 'score of a play contradicts the baskets', path, game_id, first(
    format('line {}: {}-{}, at which the game never stood', file_line, away_points, home_points)
    ORDER BY number)
FROM counted_play JOIN source USING (source_id)
ANTI JOIN (
    SELECT DISTINCT game_id, away_sum AS away_points, home_sum AS home_points FROM counted_play
) AS stood USING (game_id, away_points, home_points)
WHERE NOT coalesce(made, false) AND away_points IS NOT NULL
    AND game_id NOT IN (SELECT game_id FROM contradicting_plays)
GROUP BY path, game_id;

CREATE TYPE play_kind AS ENUM (
    'shot', 'free throw', 'rebound', 'turnover', 'foul', 'violation', 'timeout', 'jump ball'
);

CREATE TABLE play AS
SELECT
    play.game_id, number, period, clock, kind::play_kind AS kind, nullif(detail, '') AS detail, made,
    value, distance, play.team_id, play.player_id, other.player_id AS other_id,
    home_sum::SMALLINT AS home_points, away_sum::SMALLINT AS away_points
FROM counted_play AS play
ANTI JOIN contradicting_plays USING (game_id)
LEFT JOIN (SELECT game_id, player_id FROM player_line) AS other
    ON other.game_id = play.game_id AND other.player_id = play.other_id
ORDER BY play.game_id, number;

DROP TABLE ordered_play;
DROP TABLE counted_play;

-- By stretch of the game: how often the lead changed hands and the score was tied, how far each
-- team was ahead, and for how long.
CREATE TEMP TABLE score_change AS
SELECT
    game_id, number, period, clock, home_points - away_points AS lead,
    sign(lead) AS side,
    lag(lead, 1, 0) OVER course AS lead_before,
    last_value(nullif(sign(lead), 0) IGNORE NULLS) OVER (
        course ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
    ) AS last_side
FROM play
WHERE made
WINDOW course AS (PARTITION BY game_id ORDER BY number);

CREATE TEMP TABLE stretch_of_period AS
SELECT period, unnest(CASE period
    WHEN 1 THEN ['Q1', 'H1', 'Q1-Q3', 'REG', 'GAME']
    WHEN 2 THEN ['Q2', 'H1', 'Q1-Q3', 'Q2-Q3', 'Q2-Q4', 'REG', 'GAME']
    WHEN 3 THEN ['Q3', 'H2', 'Q1-Q3', 'Q2-Q3', 'Q2-Q4', 'REG', 'GAME']
    WHEN 4 THEN ['Q4', 'H2', 'Q2-Q4', 'REG', 'GAME']
    ELSE ['OT', 'OT' || (period - 4), 'GAME'] END) AS stretch
FROM range(1, 15) AS numbers (period);

CREATE TABLE game_flow AS
SELECT
    game_id, stretch AS period,
    count(*) FILTER (side = -last_side)::SMALLINT AS lead_changes,
    count(*) FILTER (side = 0)::SMALLINT AS ties,
    greatest(max(greatest(lead, lead_before)), 0)::SMALLINT AS home_lead,
    greatest(-min(least(lead, lead_before)), 0)::SMALLINT AS away_lead
FROM score_change
JOIN (SELECT period::TINYINT AS period, stretch FROM stretch_of_period) USING (period)
GROUP BY game_id, stretch
ORDER BY game_id, stretch;

CREATE TEMP TABLE moved_period AS FROM moved_periods('staged_period_line');

INSERT INTO data_issue
SELECT
    'game told on two days', path,
    date || ' ' || string_agg(team_id, ' and ' ORDER BY team_id),
    'line ' || min(file_line) || '; ' || believed_date || ' by the line score, which is believed'
FROM moved_period JOIN source USING (source_id)
GROUP BY path, date, believed_date, source_id, file_line;

CREATE TEMP VIEW dated_period_line AS
SELECT line.* REPLACE (coalesce(moved.believed_date, line.date) AS date)
FROM staged_period_line AS line
LEFT JOIN moved_period AS moved USING (source_id, date, team_id);

INSERT INTO data_issue
SELECT
    'quarters of players of a game that is not known', path,
    date || ' ' || string_agg(DISTINCT team_id, ' and ' ORDER BY team_id),
    left_out(count(*), min(file_line))
FROM dated_period_line
ANTI JOIN (SELECT date, team_id FROM resolved_team_game) USING (date, team_id)
JOIN source USING (source_id)
GROUP BY path, date;

CREATE TEMP TABLE ranked_period AS
SELECT
    game_id, line.* EXCLUDE (date), has_player_lines AND own.player_id IS NULL AS is_nobody,
    row_number() OVER (
        PARTITION BY game_id, player_id, period ORDER BY source_id, file_line
    ) AS preference,
    row_number() OVER (
        PARTITION BY game_id, player_id, period, source_id ORDER BY file_line
    ) > 1 AS is_duplicate
FROM dated_period_line AS line
JOIN (SELECT date, team_id, game_id FROM resolved_team_game) USING (date, team_id)
JOIN (SELECT game_id, has_player_lines FROM game) USING (game_id)
LEFT JOIN (SELECT game_id, player_id FROM player_line) AS own USING (game_id, player_id);

INSERT INTO data_issue
SELECT
    if(is_nobody, 'quarter of a player of no team', 'quarter of a player told twice'), path,
    game_id, 'line ' || min(file_line) || ': player ' || player_id
        || if(is_nobody, '; left out', '; first one kept')
FROM ranked_period JOIN source USING (source_id)
WHERE is_nobody OR is_duplicate
GROUP BY path, game_id, player_id, is_nobody;

CREATE TEMP TABLE logged_period AS
SELECT * EXCLUDE (file_line, is_nobody, preference, is_duplicate)
FROM ranked_period
WHERE preference = 1 AND NOT coalesce(is_nobody, false);

-- Players by quarter and overtime: counted from the plays, else as the source has them.
CREATE TABLE period_line AS
WITH deed AS (
    SELECT game_id, team_id, player_id, period, kind, made, value, false AS second, detail,
        kind = 'rebound' AND team_id = shooting_team AS offensive
    FROM (
        SELECT *, last_value(if(kind IN ('shot', 'free throw'), team_id, NULL) IGNORE NULLS) OVER (
            PARTITION BY game_id ORDER BY number ROWS UNBOUNDED PRECEDING
        ) AS shooting_team
        FROM play
    )
    WHERE player_id IS NOT NULL
    UNION ALL
    SELECT play.game_id, line.team_id, other_id, period, kind, made, value, true, NULL, false
    FROM play
    JOIN (SELECT game_id, player_id AS other_id, team_id FROM player_line) AS line
        USING (game_id, other_id)
    WHERE (kind = 'shot') OR kind = 'turnover'
),
counted AS (
    SELECT
        game_id, any_value(team_id) AS team_id, player_id, period,
        coalesce(sum(value) FILTER (made AND NOT second), 0) AS pts,
        count(*) FILTER (kind = 'rebound' AND offensive) AS oreb,
        count(*) FILTER (kind = 'rebound' AND NOT offensive) AS dreb,
        count(*) FILTER (second AND kind = 'shot' AND made) AS ast,
        count(*) FILTER (second AND kind = 'turnover') AS stl,
        count(*) FILTER (second AND kind = 'shot' AND NOT made) AS blk,
        count(*) FILTER (NOT second AND kind = 'turnover') AS tov,
        count(*) FILTER (NOT second AND kind = 'foul' AND coalesce(detail, '') <> 't') AS pf,
        count(*) FILTER (NOT second AND kind = 'shot' AND made) AS fgm,
        count(*) FILTER (NOT second AND kind = 'shot') AS fga,
        count(*) FILTER (NOT second AND kind = 'shot' AND made AND value = 3) AS fg3m,
        count(*) FILTER (NOT second AND kind = 'shot' AND value = 3) AS fg3a,
        count(*) FILTER (NOT second AND kind = 'free throw' AND made) AS ftm,
        count(*) FILTER (NOT second AND kind = 'free throw') AS fta
    FROM deed
    GROUP BY game_id, player_id, period
)
SELECT
    game_id, coalesce(counted.team_id, logged.team_id) AS team_id, player_id, period, logged.seconds,
    if(counted.pts IS NULL, logged.pts, counted.pts)::SMALLINT AS pts,
    if(counted.pts IS NULL, logged.oreb, counted.oreb)::TINYINT AS oreb,
    if(counted.pts IS NULL, logged.dreb, counted.dreb)::TINYINT AS dreb,
    if(counted.pts IS NULL, logged.ast, counted.ast)::TINYINT AS ast,
    if(counted.pts IS NULL, logged.stl, counted.stl)::TINYINT AS stl,
    if(counted.pts IS NULL, logged.blk, counted.blk)::TINYINT AS blk,
    if(counted.pts IS NULL, logged.tov, counted.tov)::TINYINT AS tov,
    if(counted.pts IS NULL, logged.pf, counted.pf)::TINYINT AS pf,
    if(counted.pts IS NULL, logged.fgm, counted.fgm)::TINYINT AS fgm,
    if(counted.pts IS NULL, logged.fga, counted.fga)::TINYINT AS fga,
    if(counted.pts IS NULL, logged.fg3m, counted.fg3m)::TINYINT AS fg3m,
    if(counted.pts IS NULL, logged.fg3a, counted.fg3a)::TINYINT AS fg3a,
    if(counted.pts IS NULL, logged.ftm, counted.ftm)::TINYINT AS ftm,
    if(counted.pts IS NULL, logged.fta, counted.fta)::TINYINT AS fta
FROM counted
FULL JOIN logged_period AS logged USING (game_id, player_id, period)
ORDER BY game_id, team_id, player_id, period;

-- What a log says of quarters that were counted from plays, where it says something else.
CREATE TEMP TABLE said_of_period AS
WITH differing AS (
    UNPIVOT (
        SELECT
            game_id, logged.team_id, player_id, period, source_id,
            logged.pts - own.pts AS "PTS", logged.oreb - own.oreb AS "OREB",
            logged.dreb - own.dreb AS "DREB",
            logged.oreb + logged.dreb - own.oreb - own.dreb AS "REB",
            logged.ast - own.ast AS "AST", logged.stl - own.stl AS "STL",
            logged.blk - own.blk AS "BLK", logged.tov - own.tov AS "TOV",
            logged.pf - own.pf AS "PF", logged.fgm - own.fgm AS "FGM",
            logged.fga - own.fga AS "FGA", logged.fg3m - own.fg3m AS "FG3M",
            logged.fg3a - own.fg3a AS "FG3A", logged.ftm - own.ftm AS "FTM",
            logged.fta - own.fta AS "FTA"
        FROM logged_period AS logged
        JOIN period_line AS own USING (game_id, player_id, period)
    ) ON COLUMNS(* EXCLUDE (game_id, team_id, player_id, period, source_id))
    INTO NAME statistic VALUE difference
),
by_part AS (
    SELECT
        game_id, team_id, player_id, statistic, stretch AS part, min(source_id) AS source_id,
        sum(difference) AS difference
    FROM differing
    JOIN (SELECT period::TINYINT AS period, stretch FROM stretch_of_period) USING (period)
    WHERE difference <> 0 AND NOT regexp_matches(stretch, '-|REG|GAME|^OT$')
    GROUP BY ALL
    HAVING sum(difference) <> 0
),
counted AS (
    UNPIVOT (
        SELECT
            game_id, player_id, stretch AS part,
            sum(pts) AS "PTS", sum(oreb) AS "OREB", sum(dreb) AS "DREB",
            sum(oreb + dreb) AS "REB", sum(ast) AS "AST", sum(stl) AS "STL", sum(blk) AS "BLK",
            sum(tov) AS "TOV", sum(pf) AS "PF", sum(fgm) AS "FGM", sum(fga) AS "FGA",
            sum(fg3m) AS "FG3M", sum(fg3a) AS "FG3A", sum(ftm) AS "FTM", sum(fta) AS "FTA"
        FROM (
            SELECT period_line.*, stretch
            FROM period_line
            JOIN (SELECT period::TINYINT AS period, stretch FROM stretch_of_period) USING (period)
        )
        SEMI JOIN (
            SELECT game_id, player_id, part AS stretch FROM by_part
        ) USING (game_id, player_id, stretch)
        GROUP BY game_id, player_id, stretch
    ) ON COLUMNS(* EXCLUDE (game_id, player_id, part))
    INTO NAME statistic VALUE value
)
SELECT
    game_id, team_id, player_id, statistic, part, (value + difference)::DOUBLE AS value,
    path AS source
FROM by_part
JOIN counted USING (game_id, player_id, part, statistic)
JOIN source USING (source_id);
