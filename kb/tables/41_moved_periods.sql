-- Quarters of players that a source dates a day off: on its day neither team plays, on the day
-- before or after they play each other, and three quarters of the points of both by period (of the
-- game, where no quarters are known) are those of that game.

CREATE TEMP MACRO moved_periods(lines) AS TABLE (
    WITH lost AS (
        SELECT source_id, date, team_id, period, sum(pts) AS points, min(file_line) AS file_line
        FROM query_table(lines)
        ANTI JOIN resolved_team_game USING (date, team_id)
        GROUP BY ALL
    ),
    told AS (
        SELECT
            source_id, date, team_id,
            if(period <= 4, 'Q' || period, 'OT' || (period - 4)) AS period, points, file_line
        FROM lost
        UNION ALL
        SELECT source_id, date, team_id, 'GAME', sum(points), min(file_line) FROM lost GROUP BY ALL
    ),
    compared AS (
        SELECT
            told.source_id, told.date, game.date AS believed_date, home_id, away_id,
            min(told.file_line) AS file_line, count(DISTINCT told.team_id) AS teams,
            count(*) AS numbers, count(*) FILTER (told.points = score.points) AS same
        FROM told
        JOIN period_score AS score ON score.team_id = told.team_id AND score.period = told.period
        JOIN game ON game.game_id = score.game_id
        WHERE game.date IN (told.date - 1, told.date + 1)
        GROUP BY ALL
    )
    SELECT source_id, date, believed_date, file_line, unnest([home_id, away_id]) AS team_id
    FROM compared
    -- Who tells of both days tells of two games.
    WHERE teams = 2 AND same >= 0.75 * numbers AND NOT EXISTS (
        FROM query_table(lines) AS line
        WHERE line.source_id = compared.source_id AND line.date = believed_date
            AND line.team_id IN (home_id, away_id)
    )
);
