-- What sources say that are not believed: box scores get corrected after stories are written, and
-- a number that one of the sources has is no mistake.

CREATE TABLE said AS
WITH player_wide AS (
    SELECT
        game_id, team_id, player_id, preference, source_id,
        pts::DOUBLE AS "PTS", reb::DOUBLE AS "REB", oreb::DOUBLE AS "OREB",
        dreb::DOUBLE AS "DREB", ast::DOUBLE AS "AST", stl::DOUBLE AS "STL",
        blk::DOUBLE AS "BLK", tov::DOUBLE AS "TOV", pf::DOUBLE AS "PF", min::DOUBLE AS "MIN",
        plus_minus::DOUBLE AS "PLUS_MINUS",
        fgm::DOUBLE AS "FGM", fga::DOUBLE AS "FGA", fg3m::DOUBLE AS "FG3M",
        fg3a::DOUBLE AS "FG3A", (fgm - fg3m)::DOUBLE AS "FG2M", (fga - fg3a)::DOUBLE AS "FG2A",
        ftm::DOUBLE AS "FTM", fta::DOUBLE AS "FTA",
        percentage(fgm, fga) AS "FG_PCT", percentage(fg3m, fg3a) AS "FG3_PCT",
        percentage(ftm, fta) AS "FT_PCT"
    FROM ranked_player_line
    SEMI JOIN (
        SELECT game_id, player_id FROM ranked_player_line WHERE preference > 1
    ) USING (game_id, player_id)
),
group_wide AS (
    -- What bench and starters come to in a source that has the points of the whole squad.
    SELECT
        line.game_id, line.team_id, line.source_id,
        sum(line.pts) FILTER (NOT starts)::DOUBLE AS "BENCH_PTS",
        sum(line.pts) FILTER (starts)::DOUBLE AS "STARTER_PTS"
    FROM ranked_player_line AS line
    JOIN player_line AS known
        ON known.game_id = line.game_id AND known.player_id = line.player_id
        AND known.team_id = line.team_id AND known.played
    JOIN (
        SELECT game_id, team_id, count(*) AS men FROM player_line WHERE played GROUP BY ALL
    ) AS squad ON squad.game_id = line.game_id AND squad.team_id = line.team_id,
    LATERAL (SELECT coalesce(line.is_starter, known.is_starter) AS starts)
    WHERE line.pts IS NOT NULL AND starts IS NOT NULL
    GROUP BY line.game_id, line.team_id, line.source_id
    HAVING count(*) = any_value(men) AND count(*) FILTER (starts) = 5
),
statement AS (
    SELECT
        game_id, team_id, NULL::BIGINT AS player_id, preference, source_id, statistic,
        'GAME' AS part, value
    FROM team_statement
    UNION ALL
    SELECT game_id, team_id, player_id, preference, source_id, statistic, 'GAME', value
    FROM (
        UNPIVOT player_wide
        ON COLUMNS(* EXCLUDE (game_id, team_id, player_id, preference, source_id))
        INTO NAME statistic VALUE value
    )
    UNION ALL
    SELECT
        game_id, row.team_id, NULL, preference, row.source_id, 'PTS', period,
        list_sum(row.periods[first:last])
    FROM usable_team_game AS row
    SEMI JOIN (FROM stated_periods WHERE adds_up) USING (row_id)
    JOIN (
        SELECT game_id, date, team_id, opponent_id FROM resolved_team_game
    ) USING (date, team_id, opponent_id),
    (VALUES
        ('Q1', 1, 1), ('Q2', 2, 2), ('Q3', 3, 3), ('Q4', 4, 4), ('H1', 1, 2), ('H2', 3, 4),
        ('Q1-Q3', 1, 3), ('Q2-Q3', 2, 3), ('Q2-Q4', 2, 4), ('REG', 1, 4),
        ('OT1', 5, 5), ('OT2', 6, 6), ('OT3', 7, 7), ('OT4', 8, 8)
    ) AS stretch (period, first, last)
    WHERE last <= len(row.periods)
),
believed AS (
    SELECT game_id, team_id, player_id, statistic, part, arg_min(value, preference) AS believed
    FROM statement GROUP BY ALL
)
SELECT DISTINCT
    statement.game_id, statement.team_id, statement.player_id, statement.statistic,
    statement.part, value, path AS source
FROM statement
JOIN believed
    ON believed.game_id = statement.game_id AND believed.team_id = statement.team_id
    AND believed.player_id IS NOT DISTINCT FROM statement.player_id
    AND believed.statistic = statement.statistic AND believed.part = statement.part
JOIN source USING (source_id)
WHERE value <> believed
UNION ALL
SELECT
    said.game_id, said.team_id, NULL, said.statistic, 'GAME', said.value, path
FROM (
    UNPIVOT group_wide ON COLUMNS(* EXCLUDE (game_id, team_id, source_id))
    INTO NAME statistic VALUE value
) AS said
JOIN team_stat AS known
    ON known.game_id = said.game_id AND known.team_id = said.team_id
    AND known.statistic = said.statistic
JOIN source USING (source_id)
WHERE said.value <> known.value
UNION ALL
FROM said_of_period
ORDER BY ALL;
