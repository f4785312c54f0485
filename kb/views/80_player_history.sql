-- A player's games up to a game, only where the store knows that none is missing.

-- How many games in a row of a team, up to and with each, have player lines.
CREATE TEMP TABLE covered_stretch AS
WITH broken AS (
    SELECT
        record.game_id, record.team_id, season, spell, number, from_opener,
        max(number) FILTER (NOT has_player_lines) OVER (
            PARTITION BY record.team_id, season, spell ORDER BY number
        ) AS last_gap
    FROM record JOIN (SELECT game_id, has_player_lines FROM game) USING (game_id)
)
SELECT
    *,
    number - coalesce(last_gap, 0) AS covered,
    from_opener AND last_gap IS NULL AS covered_from_opener
FROM broken;

-- Days up to which every game of the league in the season has player lines.
CREATE TEMP TABLE covered_league AS
SELECT game.season, min(date) FILTER (NOT has_player_lines) AS first_gap
FROM game JOIN complete_season USING (season)
WHERE regular_season
GROUP BY game.season;

CREATE TEMP TABLE played_line AS
SELECT
    line.*, stretch.number, stretch.covered, stretch.covered_from_opener,
    row_number() OVER (PARTITION BY player_id, line.team_id, line.season ORDER BY date) AS appearance,
    -- He was with the team from the start if its opener lists him; else every team must be known.
    date < coalesce(first_gap, DATE '2999-12-31') AND covered_league.season IS NOT NULL
    OR covered_from_opener AND EXISTS (
        FROM player_line AS opener
        JOIN record AS first ON first.game_id = opener.game_id AND first.team_id = opener.team_id
        WHERE opener.player_id = line.player_id AND opener.team_id = line.team_id
          AND first.season = line.season AND first.number = 1 AND first.from_opener
    ) AS season_known
FROM player_line AS line
JOIN covered_stretch AS stretch
    ON stretch.game_id = line.game_id AND stretch.team_id = line.team_id
LEFT JOIN covered_league ON covered_league.season = line.season
WHERE played;

CREATE TEMP TABLE running_total AS
SELECT
    game_id, player_id, team_id, season, number, covered, appearance, date,
    sum(pts) OVER so_far AS pts, sum(reb) OVER so_far AS reb, sum(oreb) OVER so_far AS oreb,
    sum(dreb) OVER so_far AS dreb, sum(ast) OVER so_far AS ast, sum(stl) OVER so_far AS stl,
    sum(blk) OVER so_far AS blk, sum(tov) OVER so_far AS tov, sum(pf) OVER so_far AS pf,
    sum(minutes) OVER so_far AS min,
    sum(fgm) OVER so_far AS fgm, sum(fga) OVER so_far AS fga,
    sum(fg3m) OVER so_far AS fg3m, sum(fg3a) OVER so_far AS fg3a,
    sum(fg2m) OVER so_far AS fg2m, sum(fg2a) OVER so_far AS fg2a,
    sum(ftm) OVER so_far AS ftm, sum(fta) OVER so_far AS fta
FROM played_line
WINDOW so_far AS (PARTITION BY player_id, team_id, season ORDER BY appearance);

CREATE TABLE player_last_n AS
WITH stretch AS (
    SELECT
        now.game_id, now.player_id, n::INTEGER AS n,
        now.pts - coalesce(before.pts, 0) AS "PTS",
        now.reb - coalesce(before.reb, 0) AS "REB",
        now.oreb - coalesce(before.oreb, 0) AS "OREB",
        now.dreb - coalesce(before.dreb, 0) AS "DREB",
        now.ast - coalesce(before.ast, 0) AS "AST",
        now.stl - coalesce(before.stl, 0) AS "STL",
        now.blk - coalesce(before.blk, 0) AS "BLK",
        now.tov - coalesce(before.tov, 0) AS "TOV",
        now.pf - coalesce(before.pf, 0) AS "PF",
        now.min - coalesce(before.min, 0) AS "MIN",
        now.fgm - coalesce(before.fgm, 0) AS "FGM",
        now.fga - coalesce(before.fga, 0) AS "FGA",
        now.fg3m - coalesce(before.fg3m, 0) AS "FG3M",
        now.fg3a - coalesce(before.fg3a, 0) AS "FG3A",
        now.fg2m - coalesce(before.fg2m, 0) AS "FG2M",
        now.fg2a - coalesce(before.fg2a, 0) AS "FG2A",
        now.ftm - coalesce(before.ftm, 0) AS "FTM",
        now.fta - coalesce(before.fta, 0) AS "FTA"
    FROM running_total AS now
    JOIN range(2, 11) AS stretch (n) ON n <= now.appearance
    JOIN running_total AS first
        ON first.player_id = now.player_id AND first.team_id = now.team_id
        AND first.season = now.season AND first.appearance = now.appearance - n + 1
    LEFT JOIN running_total AS before
        ON before.player_id = now.player_id AND before.team_id = now.team_id
        AND before.season = now.season AND before.appearance = now.appearance - n
    WHERE now.number - first.number < now.covered
),
long AS (
    UNPIVOT stretch ON COLUMNS(* EXCLUDE (game_id, player_id, n)) INTO NAME statistic VALUE total
)
SELECT game_id, player_id, statistic, n, total::DOUBLE AS total, total / n AS average FROM long
UNION ALL
SELECT game_id, player_id, 'FG_PCT', n, NULL, percentage("FGM", "FGA") FROM stretch WHERE "FGA" > 0
UNION ALL
SELECT game_id, player_id, 'FG3_PCT', n, NULL, percentage("FG3M", "FG3A") FROM stretch WHERE "FG3A" > 0
UNION ALL
SELECT game_id, player_id, 'FT_PCT', n, NULL, percentage("FTM", "FTA") FROM stretch WHERE "FTA" > 0
ORDER BY game_id, player_id, statistic, n;

-- A man's season over all his teams.
CREATE TABLE player_season_stat AS
WITH value AS (
    SELECT player_stat.*, season, date
    FROM player_stat JOIN (SELECT game_id, season, date FROM game) USING (game_id)
),
so_far AS (
    SELECT
        game_id, player_id, statistic, season, value,
        count(*) OVER up_to AS games,
        sum(value) OVER up_to AS total,
        max(value) OVER up_to AS high,
        max(value) OVER (up_to ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS previous_high
    FROM value
    WINDOW up_to AS (PARTITION BY player_id, season, statistic ORDER BY date)
),
shooting AS (
    SELECT * FROM (VALUES
        ('FG_PCT', 'FGM', 'FGA'), ('FG3_PCT', 'FG3M', 'FG3A'), ('FT_PCT', 'FTM', 'FTA')
    ) AS shooting (statistic, made, attempted)
)
SELECT
    own.game_id, own.player_id, own.statistic, own.games::INTEGER AS games,
    CASE WHEN shooting.made IS NULL THEN own.total / own.games
         ELSE percentage(made.total, attempted.total) END AS average,
    own.high, own.previous_high,
    CASE WHEN shooting.made IS NULL THEN own.total END AS total
FROM so_far AS own
JOIN (SELECT game_id, player_id FROM played_line WHERE season_known) USING (game_id, player_id)
LEFT JOIN shooting USING (statistic)
LEFT JOIN so_far AS made
    ON made.game_id = own.game_id AND made.player_id = own.player_id
    AND made.statistic = shooting.made
LEFT JOIN so_far AS attempted
    ON attempted.game_id = own.game_id AND attempted.player_id = own.player_id
    AND attempted.statistic = shooting.attempted
ORDER BY own.game_id, own.player_id, own.statistic;

CREATE TABLE player_streak AS
WITH mark AS (
    SELECT game_id, player_id, team_id, season, number, covered, appearance, season_known,
           kind, reached
    FROM played_line, (VALUES
        ('double_double'), ('triple_double'), ('pts10'), ('pts20'), ('pts30')
    ) AS kinds (kind),
    LATERAL (SELECT CASE kind
        WHEN 'double_double' THEN double_double
        WHEN 'triple_double' THEN triple_double
        WHEN 'pts10' THEN pts >= 10
        WHEN 'pts20' THEN pts >= 20
        ELSE pts >= 30
    END AS reached)
),
counted AS (
    SELECT
        *,
        count(*) FILTER (reached) OVER by_appearance AS season_total,
        coalesce(max(appearance) FILTER (NOT reached) OVER by_appearance, 0) AS last_miss,
        max(number) FILTER (NOT reached) OVER by_appearance AS last_miss_number,
        count(*) FILTER (reached) OVER last_five AS last_5,
        min(number) OVER last_five AS fifth_number,
        count(*) OVER last_five AS in_last_five
    FROM mark
    WINDOW by_appearance AS (PARTITION BY player_id, team_id, season, kind ORDER BY appearance),
           last_five AS (by_appearance ROWS BETWEEN 4 PRECEDING AND CURRENT ROW)
),
known AS (
    SELECT
        game_id, player_id, kind,
        CASE WHEN season_known OR number - last_miss_number < covered
             THEN appearance - last_miss END::INTEGER AS in_a_row,
        CASE WHEN season_known THEN season_total END::INTEGER AS season_total,
        CASE WHEN in_last_five = 5 AND number - fifth_number < covered THEN last_5 END::INTEGER
            AS last_5
    FROM counted
)
SELECT * FROM known
WHERE in_a_row IS NOT NULL OR season_total IS NOT NULL OR last_5 IS NOT NULL
ORDER BY game_id, player_id, kind;
