-- What the store knows about itself.

CREATE TABLE coverage AS
SELECT
    season,
    count(*) AS games,
    count(*) FILTER (game_id IN (SELECT game_id FROM period_score WHERE period = 'Q1'))
        AS games_with_quarters,
    count(*) FILTER (has_player_lines) AS games_with_player_lines,
    count(*) FILTER (game_id IN (SELECT DISTINCT game_id FROM period_line)) AS games_with_periods,
    count(*) FILTER (game_id IN (SELECT DISTINCT game_id FROM game_flow)) AS games_with_plays,
    season IN (SELECT season FROM complete_season) AS full_schedule
FROM game
GROUP BY season
ORDER BY season;

-- Values that differ between sources on the same game and team, or game and man.
INSERT INTO conflict
WITH long AS (
    SELECT game_id, team_id AS subject, preference, source_id, statistic, value
    FROM team_statement
    WHERE statistic NOT IN ('FG2M', 'FG2A', 'FG_PCT', 'FG3_PCT', 'FT_PCT')
    UNION ALL
    SELECT game_id, team_id, preference, source_id, 'home', is_home::DOUBLE
    FROM ranked_team_game
    JOIN (SELECT game_id, date, team_id, opponent_id FROM resolved_team_game)
        USING (date, team_id, opponent_id)
    UNION ALL
    SELECT game_id, player.name, preference, source_id, upper(statistic), value
    FROM (
        UNPIVOT (
            SELECT game_id, player_id, preference, source_id,
                pts, reb, oreb, dreb, ast, stl, blk, tov, pf, min, fgm, fga, fg3m, fg3a, ftm, fta
            FROM ranked_player_line
            SEMI JOIN (
                SELECT game_id, player_id FROM ranked_player_line WHERE preference > 1
            ) USING (game_id, player_id)
        ) ON COLUMNS(* EXCLUDE (game_id, player_id, preference, source_id))
        INTO NAME statistic VALUE value
    ) JOIN player USING (player_id)
),
kept AS (
    SELECT game_id, subject, statistic, arg_min(value, preference) AS value,
           arg_min(source_id, preference) AS source_id
    FROM long GROUP BY ALL
)
SELECT
    game_id, subject || ' ' || statistic, format('{:.0f}', kept.value), kept_source.path,
    format('{:.0f}', long.value), other_source.path
FROM long
JOIN kept USING (game_id, subject, statistic)
JOIN source AS kept_source ON kept_source.source_id = kept.source_id
JOIN source AS other_source ON other_source.source_id = long.source_id
WHERE long.value <> kept.value
ORDER BY ALL;

INSERT INTO conflict
SELECT
    row.game_id, row.team_id || ' record', row.wins || '-' || row.losses, 'results',
    other.wins || '-' || other.losses, path
FROM team_game AS row
JOIN (
    SELECT date, team_id, wins, losses, source_id FROM staged_standing
    UNION ALL
    SELECT date, team_id, wins, losses, source_id FROM usable_team_game WHERE wins IS NOT NULL
) AS other USING (date, team_id)
JOIN source USING (source_id)
JOIN game USING (game_id)
WHERE (row.wins <> other.wins OR row.losses <> other.losses) AND regular_season
ORDER BY ALL;

-- The file's rank is by games back, so that is what it is held against.
INSERT INTO conflict
SELECT
    game_id, row.team_id || ' games back', own.games_back::VARCHAR, 'results',
    stated.games_back::VARCHAR, path
FROM resolved_team_game AS row
JOIN standing_by_date AS own ON own.date = row.date AND own.team_id = row.team_id
JOIN staged_standing AS stated ON stated.date = row.date AND stated.team_id = row.team_id
JOIN source USING (source_id)
WHERE own.games_back <> stated.games_back
ORDER BY ALL;
