-- Team statistics of a game and of the season so far.

CREATE TEMP TABLE team_game_statistic AS
WITH wide AS (
    SELECT
        row.game_id, row.team_id,
        pts::DOUBLE AS "PTS", reb::DOUBLE AS "REB", oreb::DOUBLE AS "OREB",
        dreb::DOUBLE AS "DREB", ast::DOUBLE AS "AST", stl::DOUBLE AS "STL", blk::DOUBLE AS "BLK",
        tov::DOUBLE AS "TOV", pf::DOUBLE AS "PF", min::DOUBLE AS "MIN",
        fgm::DOUBLE AS "FGM", fga::DOUBLE AS "FGA", fg3m::DOUBLE AS "FG3M", fg3a::DOUBLE AS "FG3A",
        (fgm - fg3m)::DOUBLE AS "FG2M", (fga - fg3a)::DOUBLE AS "FG2A",
        ftm::DOUBLE AS "FTM", fta::DOUBLE AS "FTA",
        coalesce(percentage(fgm, fga), stated_fg_pct) AS "FG_PCT",
        coalesce(percentage(fg3m, fg3a), stated_fg3_pct) AS "FG3_PCT",
        coalesce(percentage(ftm, fta), stated_ft_pct) AS "FT_PCT",
        bench_points::DOUBLE AS "BENCH_PTS",
        (points - bench_points)::DOUBLE AS "STARTER_PTS"
    FROM resolved_team_game AS row
    JOIN team_game ON team_game.game_id = row.game_id AND team_game.team_id = row.team_id
)
UNPIVOT wide ON COLUMNS(* EXCLUDE (game_id, team_id)) INTO NAME statistic VALUE value;

-- What each source says, so that a claim may agree with the one that was not believed.
CREATE TEMP TABLE team_statement AS
WITH wide AS (
    SELECT
        game_id, row.team_id, preference, source_id,
        pts::DOUBLE AS "PTS", reb::DOUBLE AS "REB", oreb::DOUBLE AS "OREB",
        dreb::DOUBLE AS "DREB", ast::DOUBLE AS "AST", stl::DOUBLE AS "STL", blk::DOUBLE AS "BLK",
        tov::DOUBLE AS "TOV", pf::DOUBLE AS "PF",
        fgm::DOUBLE AS "FGM", fga::DOUBLE AS "FGA", fg3m::DOUBLE AS "FG3M", fg3a::DOUBLE AS "FG3A",
        (fgm - fg3m)::DOUBLE AS "FG2M", (fga - fg3a)::DOUBLE AS "FG2A",
        ftm::DOUBLE AS "FTM", fta::DOUBLE AS "FTA",
        percentage(fgm, fga) AS "FG_PCT", percentage(fg3m, fg3a) AS "FG3_PCT",
        percentage(ftm, fta) AS "FT_PCT"
    FROM (FROM ranked_team_game ANTI JOIN partial_team_game USING (row_id)) AS row
    JOIN (SELECT game_id, date, team_id, opponent_id FROM resolved_team_game)
        USING (date, team_id, opponent_id)
)
UNPIVOT wide ON COLUMNS(* EXCLUDE (game_id, team_id, preference, source_id))
INTO NAME statistic VALUE value;

CREATE TABLE team_stat AS
SELECT
    own.game_id, own.team_id, team_game.opponent_id, own.statistic, own.value,
    other.value AS opponent_value, differing.other_value
FROM team_game_statistic AS own
JOIN team_game ON team_game.game_id = own.game_id AND team_game.team_id = own.team_id
LEFT JOIN team_game_statistic AS other
    ON other.game_id = own.game_id AND other.team_id = team_game.opponent_id
    AND other.statistic = own.statistic
LEFT JOIN (
    SELECT game_id, team_id, statistic, arg_min(said.value, preference) AS other_value
    FROM team_statement AS said
    JOIN team_game_statistic AS believed USING (game_id, team_id, statistic)
    WHERE said.value <> believed.value
    GROUP BY game_id, team_id, statistic
) AS differing
    ON differing.game_id = own.game_id AND differing.team_id = own.team_id
    AND differing.statistic = own.statistic
ORDER BY own.game_id, own.team_id, own.statistic;

-- Only where every game of the team since the opener has the statistic.
CREATE TEMP TABLE team_season_so_far AS
SELECT
    record.game_id, record.team_id, record.season, record.date, statistic, number AS games,
    CASE
        WHEN statistic IN ('FG_PCT', 'FG3_PCT', 'FT_PCT') THEN NULL
        ELSE avg(value) OVER so_far
    END AS average,
    sum(value) OVER so_far AS total,
    sum(opponent_value) OVER so_far AS opponent_total,
    max(value) OVER so_far AS high,
    count(value) OVER so_far AS known,
    count(opponent_value) OVER so_far AS opponent_known
FROM record
JOIN team_stat ON team_stat.game_id = record.game_id AND team_stat.team_id = record.team_id
WHERE record.from_opener
WINDOW so_far AS (PARTITION BY record.team_id, record.season, statistic ORDER BY number);

CREATE TEMP TABLE team_season_average AS
WITH shooting AS (
    SELECT * FROM (VALUES
        ('FG_PCT', 'FGM', 'FGA'), ('FG3_PCT', 'FG3M', 'FG3A'), ('FT_PCT', 'FTM', 'FTA')
    ) AS shooting (statistic, made, attempted)
)
SELECT
    game_id, team_id, season, date, statistic, games, average, high,
    CASE WHEN opponent_known = games THEN opponent_total / games END AS opponent_average
FROM team_season_so_far
WHERE known = games AND average IS NOT NULL
UNION ALL
SELECT
    share.game_id, share.team_id, share.season, share.date, share.statistic, share.games,
    percentage(made.total, attempted.total), share.high,
    percentage(made.opponent_total, attempted.opponent_total)
FROM team_season_so_far AS share
JOIN shooting USING (statistic)
JOIN team_season_so_far AS made
    ON made.game_id = share.game_id AND made.team_id = share.team_id
    AND made.statistic = shooting.made
JOIN team_season_so_far AS attempted
    ON attempted.game_id = share.game_id AND attempted.team_id = share.team_id
    AND attempted.statistic = shooting.attempted
WHERE share.known = share.games;

-- Ranks need all teams' averages on a day: each team's latest.
CREATE TEMP TABLE league_rank AS
WITH day AS (
    SELECT DISTINCT season, date, statistic FROM team_season_average
    WHERE season IN (SELECT season FROM complete_season)
),
latest AS (
    SELECT
        day.season, day.date, day.statistic, team.team_id,
        last_value(average IGNORE NULLS) OVER to_date AS average,
        last_value(opponent_average IGNORE NULLS) OVER to_date AS opponent_average
    FROM day
    JOIN team USING (season)
    LEFT JOIN team_season_average AS own
        ON own.date = day.date AND own.team_id = team.team_id AND own.statistic = day.statistic
    WINDOW to_date AS (
        PARTITION BY day.season, team.team_id, day.statistic ORDER BY day.date
        ROWS UNBOUNDED PRECEDING
    )
)
SELECT
    date, team_id, statistic,
    rank() OVER (PARTITION BY date, statistic ORDER BY average DESC NULLS LAST) AS league_rank,
    rank() OVER (PARTITION BY date, statistic ORDER BY opponent_average DESC NULLS LAST)
        AS opponent_league_rank
FROM latest;

CREATE TABLE team_season_stat AS
SELECT
    own.game_id, own.team_id, own.statistic, own.games::INTEGER AS games, own.average, own.high,
    league_rank.league_rank::INTEGER AS league_rank,
    own.opponent_average,
    league_rank.opponent_league_rank::INTEGER AS opponent_league_rank
FROM team_season_average AS own
LEFT JOIN league_rank USING (date, team_id, statistic)
ORDER BY own.game_id, own.team_id, own.statistic;
