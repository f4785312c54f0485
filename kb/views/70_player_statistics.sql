-- Player statistics of a game: values, ranks and leaders.

CREATE TABLE player_stat AS
WITH wide AS (
    SELECT
        game_id, player_id, team_id, is_starter,
        pts::DOUBLE AS "PTS", reb::DOUBLE AS "REB", oreb::DOUBLE AS "OREB",
        dreb::DOUBLE AS "DREB", ast::DOUBLE AS "AST", stl::DOUBLE AS "STL", blk::DOUBLE AS "BLK",
        tov::DOUBLE AS "TOV", pf::DOUBLE AS "PF", minutes::DOUBLE AS "MIN",
        fgm::DOUBLE AS "FGM", fga::DOUBLE AS "FGA", fg3m::DOUBLE AS "FG3M", fg3a::DOUBLE AS "FG3A",
        fg2m::DOUBLE AS "FG2M", fg2a::DOUBLE AS "FG2A", ftm::DOUBLE AS "FTM", fta::DOUBLE AS "FTA",
        fg_pct AS "FG_PCT", fg3_pct AS "FG3_PCT", ft_pct AS "FT_PCT"
    FROM player_line WHERE played
),
long AS (
    UNPIVOT wide ON COLUMNS(* EXCLUDE (game_id, player_id, team_id, is_starter))
    INTO NAME statistic VALUE value
)
SELECT
    game_id, player_id, team_id, statistic, value,
    rank() OVER (PARTITION BY game_id, team_id, statistic ORDER BY value DESC)::INTEGER
        AS team_rank,
    rank() OVER (PARTITION BY game_id, statistic ORDER BY value DESC)::INTEGER AS game_rank,
    CASE WHEN NOT is_starter THEN
        rank() OVER (PARTITION BY game_id, team_id, is_starter, statistic ORDER BY value DESC)
    END::INTEGER AS bench_rank,
    CASE WHEN is_starter THEN
        rank() OVER (PARTITION BY game_id, team_id, is_starter, statistic ORDER BY value DESC)
    END::INTEGER AS starter_rank
FROM long
ORDER BY game_id, statistic, team_id, value DESC, player_id;

-- Leaders by count, with ties. Where the most is zero nobody led.
CREATE TABLE leader AS
WITH candidate AS (
    SELECT game_id, NULL AS team_id, 'game' AS grouping, statistic, value, player_id, game_rank AS place
    FROM player_stat
    UNION ALL
    SELECT game_id, team_id, 'team', statistic, value, player_id, team_rank FROM player_stat
    UNION ALL
    SELECT game_id, team_id, 'bench', statistic, value, player_id, bench_rank FROM player_stat
    WHERE bench_rank IS NOT NULL
    UNION ALL
    SELECT game_id, team_id, 'starters', statistic, value, player_id, starter_rank
    FROM player_stat WHERE starter_rank IS NOT NULL
)
SELECT
    game_id, team_id, grouping, statistic, max(value) AS value,
    coalesce(list(player_id ORDER BY name) FILTER (value > 0), []) AS player_ids,
    string_agg(name, ' and ' ORDER BY name) FILTER (value > 0) AS names
FROM candidate
JOIN player USING (player_id)
JOIN game USING (game_id)
WHERE place = 1 AND statistic NOT LIKE '%\_PCT' ESCAPE '\' AND has_player_lines
GROUP BY game_id, team_id, grouping, statistic
ORDER BY game_id, team_id NULLS FIRST, grouping, statistic;
