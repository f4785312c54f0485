-- The cells of the box scores and line scores of the games $games, each with the ways in
-- which a relation (subject, relation, value) states it. `part` says which number of the
-- value: 1 the first, 2 the second, 0 a percentage ("45%").
-- Left out: zeros of a box score, which nobody reports, and what only adds others up.

WITH asked AS (
    SELECT unnest($games::VARCHAR[]) AS game_id
),
box_score AS (
    SELECT game_id, 'box score' AS sheet, player.name AS holder, statistic, value
    FROM asked
    JOIN player_stat USING (game_id)
    JOIN player USING (player_id)
    WHERE value <> 0 AND statistic NOT IN ('FG2M', 'FG2A')
),
line_score AS (
    SELECT game_id, 'line score' AS sheet, team.full_name AS holder, statistic, value
    FROM asked
    JOIN game USING (game_id)
    JOIN team_stat USING (game_id)
    JOIN team USING (team_id, season)
    WHERE statistic NOT IN ('PTS', 'FG2M', 'FG2A', 'BENCH_PTS', 'STARTER_PTS', 'MIN')
    UNION ALL
    SELECT game_id, 'line score', team.full_name, period, points
    FROM asked
    JOIN game USING (game_id)
    JOIN period_score USING (game_id)
    JOIN team USING (team_id, season)
    WHERE period IN ('Q1', 'Q2', 'Q3', 'Q4', 'GAME') OR period LIKE 'OT_'
    UNION ALL
    SELECT
        game_id, 'line score', team.full_name,
        unnest(['WINS', 'LOSSES']), unnest([team_game.wins, team_game.losses])
    FROM asked
    JOIN team_game USING (game_id)
    JOIN team USING (team_id, season)
),
cell AS (
    SELECT * FROM box_score
    UNION ALL
    SELECT * FROM line_score WHERE value IS NOT NULL
),
-- The two numbers or the percentage of a cell, where a relation has another name for it.
other_name AS (
    SELECT * FROM (VALUES
        ('FGM', 'FG', 1), ('FGA', 'FG', 2), ('FG_PCT', 'FG', 0), ('FG_PCT', 'FG_PCT', 0),
        ('FG3M', 'FG3', 1), ('FG3A', 'FG3', 2), ('FG3_PCT', 'FG3', 0), ('FG3_PCT', 'FG3_PCT', 0),
        ('FTM', 'FT', 1), ('FTA', 'FT', 2), ('FT_PCT', 'FT', 0), ('FT_PCT', 'FT_PCT', 0),
        ('WINS', 'RECORD', 1), ('LOSSES', 'RECORD', 2), ('GAME', 'PTS', 1)
    ) AS other_name (statistic, relation, part)
),
side AS (
    SELECT
        game_id, own.full_name AS holder, opponent.full_name AS opponent, won,
        overtimes = 1 AS one_overtime
    FROM asked
    JOIN game USING (game_id)
    JOIN team_game USING (game_id)
    JOIN team AS own ON own.team_id = team_game.team_id AND own.season = game.season
    JOIN team AS opponent
        ON opponent.team_id = team_game.opponent_id AND opponent.season = game.season
),
wording AS (
    SELECT cell.*, holder AS subject, statistic AS relation, 1 AS part
    FROM cell
    UNION ALL
    SELECT cell.*, holder, other_name.relation, other_name.part
    FROM cell
    JOIN other_name USING (statistic)
    UNION ALL
    -- "30-20 in the first quarter": the second number is the opponent's.
    SELECT cell.*, side.opponent, statistic, 2
    FROM cell
    JOIN side USING (game_id, holder)
    WHERE statistic LIKE 'Q_' OR statistic LIKE 'OT_' OR statistic = 'GAME'
    UNION ALL
    SELECT cell.*, unnest([holder, opponent]), 'OT', unnest([1, 2])
    FROM cell
    JOIN side USING (game_id, holder)
    WHERE statistic = 'OT1' AND one_overtime
    UNION ALL
    -- A final score has the winner's points first.
    SELECT
        cell.*, unnest([holder, opponent, 'GAME']), 'FINAL_SCORE', if(won, 1, 2)
    FROM cell
    JOIN side USING (game_id, holder)
    WHERE statistic = 'GAME'
    UNION ALL
    -- A comparison of both teams has the larger number first.
    SELECT
        cell.*, 'GAME', 'COMPARED ' || cell.statistic, if(cell.value >= theirs.value, 1, 2)
    FROM cell
    JOIN side USING (game_id, holder)
    JOIN line_score AS theirs
        ON theirs.game_id = cell.game_id AND theirs.holder = side.opponent
        AND theirs.statistic = cell.statistic
    WHERE cell.sheet = 'line score'
)
SELECT game_id, sheet, holder, statistic, value::DOUBLE AS value, subject, relation, part
FROM wording
ORDER BY ALL
