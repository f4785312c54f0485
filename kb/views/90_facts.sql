-- What is known as numbers, in one place: whose, of what, of which part, of which games.

-- What players, benches and starters come to in a game; percentages of groups from their sums.
CREATE VIEW group_stat AS
WITH line AS (
    SELECT
        game_id, team_id, CASE WHEN is_starter THEN 'starters' ELSE 'bench' END AS owner,
        is_starter IS NULL AS unsure,
        pts, reb, oreb, dreb, ast, stl, blk, tov, pf, fgm, fga, fg3m, fg3a, ftm, fta
    FROM whole.player_line WHERE played
),
wide AS (
    SELECT
        game_id, team_id, owner,
        [
            sum(pts), sum(reb), sum(oreb), sum(dreb), sum(ast), sum(stl), sum(blk), sum(tov),
            sum(pf), sum(fgm), sum(fga), sum(fg3m), sum(fg3a), sum(fgm) - sum(fg3m),
            sum(fga) - sum(fg3a), sum(ftm), sum(fta), 100.0 * sum(fgm) / nullif(sum(fga), 0),
            100.0 * sum(fg3m) / nullif(sum(fg3a), 0), 100.0 * sum(ftm) / nullif(sum(fta), 0)
        ]::DOUBLE[] AS values
    FROM line
    GROUP BY game_id, team_id, owner
    HAVING NOT bool_or(unsure)
)
SELECT * FROM (
    SELECT
        game_id, team_id, owner,
        unnest([
            'PTS', 'REB', 'OREB', 'DREB', 'AST', 'STL', 'BLK', 'TOV', 'PF', 'FGM', 'FGA', 'FG3M',
            'FG3A', 'FG2M', 'FG2A', 'FTM', 'FTA', 'FG_PCT', 'FG3_PCT', 'FT_PCT'
        ]) AS statistic,
        unnest(values) AS value
    FROM wide
)
WHERE value IS NOT NULL;

-- What players, teams and their groups come to in quarters, halves and overtime. The points of
-- teams stand in period_score.
CREATE VIEW part_stat AS
WITH line AS (
    SELECT
        period_line.game_id, period_line.team_id, period_line.player_id, starter.is_starter,
        unnest(CASE period
            WHEN 1 THEN ['Q1', 'H1'] WHEN 2 THEN ['Q2', 'H1'] WHEN 3 THEN ['Q3', 'H2']
            WHEN 4 THEN ['Q4', 'H2'] ELSE ['OT', 'OT' || (period - 4)] END) AS part,
        period_line.pts, period_line.oreb, period_line.dreb, period_line.ast, period_line.stl,
        period_line.blk, period_line.tov, period_line.pf, period_line.fgm, period_line.fga,
        period_line.fg3m, period_line.fg3a, period_line.ftm, period_line.fta
    FROM whole.period_line
    LEFT JOIN (
        SELECT game_id, player_id, is_starter FROM whole.player_line
    ) AS starter
        ON starter.game_id = period_line.game_id AND starter.player_id = period_line.player_id
),
owned AS (
    SELECT game_id, 'player' AS owner, team_id, player_id, part, COLUMNS(* EXCLUDE (
        game_id, team_id, player_id, part, is_starter
    )), false AS unsure
    FROM line
    UNION ALL
    SELECT game_id, 'team', team_id, NULL, part, COLUMNS(* EXCLUDE (
        game_id, team_id, player_id, part, is_starter
    )), false
    FROM line
    UNION ALL
    SELECT game_id, if(is_starter, 'starters', 'bench'), team_id, NULL, part, COLUMNS(* EXCLUDE (
        game_id, team_id, player_id, part, is_starter
    )), is_starter IS NULL
    FROM line
),
wide AS (
    SELECT
        game_id, owner, team_id, player_id, part,
        [
            sum(pts), sum(oreb) + sum(dreb), sum(oreb), sum(dreb), sum(ast), sum(stl), sum(blk),
            sum(tov), sum(pf), sum(fgm), sum(fga), sum(fg3m), sum(fg3a), sum(ftm), sum(fta),
            100.0 * sum(fgm) / nullif(sum(fga), 0), 100.0 * sum(fg3m) / nullif(sum(fg3a), 0),
            100.0 * sum(ftm) / nullif(sum(fta), 0)
        ]::DOUBLE[] AS values
    FROM owned
    GROUP BY game_id, owner, team_id, player_id, part
    HAVING NOT bool_or(unsure)
)
SELECT * FROM (
    SELECT
        game_id, owner, team_id, player_id, part,
        unnest([
            'PTS', 'REB', 'OREB', 'DREB', 'AST', 'STL', 'BLK', 'TOV', 'PF', 'FGM', 'FGA', 'FG3M',
            'FG3A', 'FTM', 'FTA', 'FG_PCT', 'FG3_PCT', 'FT_PCT'
        ]) AS statistic,
        unnest(values) AS value
    FROM wide
)
WHERE value IS NOT NULL AND NOT (owner = 'team' AND statistic = 'PTS');

-- The most points in a row of each team, of games whose plays are known.
CREATE VIEW longest_run AS
WITH basket AS (
    SELECT
        game_id, number, team_id, value,
        team_id IS DISTINCT FROM lag(team_id) OVER course AS begins
    FROM whole.play
    WHERE made
    WINDOW course AS (PARTITION BY game_id ORDER BY number)
),
run AS (
    SELECT
        game_id, team_id, value,
        count(*) FILTER (begins) OVER (PARTITION BY game_id ORDER BY number) AS run
    FROM basket
),
total AS (
    SELECT game_id, team_id, run, sum(value) AS points FROM run GROUP BY game_id, team_id, run
)
SELECT game_id, team_id, max(points)::INTEGER AS points FROM total GROUP BY game_id, team_id;

-- The facts of the game itself. A part is a period of period_score, or a moment: "after H1".
CREATE VIEW game_fact AS
SELECT
    game_id, 'player' AS owner, team_id, player_id, statistic, 'GAME' AS part,
    'game' AS games, 1 AS n, 'total' AS measure, value
FROM whole.player_stat
UNION ALL
SELECT game_id, 'player', team_id, player_id, 'PLUS_MINUS', 'GAME', 'game', 1, 'total', plus_minus
FROM whole.player_line WHERE played AND plus_minus IS NOT NULL
UNION ALL
SELECT game_id, owner, team_id, NULL, statistic, 'GAME', 'game', 1, 'total', value
FROM whole.group_stat
UNION ALL
SELECT game_id, 'team', team_id, NULL, statistic, 'GAME', 'game', 1, 'total', value
FROM whole.team_stat WHERE statistic NOT IN ('BENCH_PTS', 'STARTER_PTS')
UNION ALL
SELECT
    game_id, 'both', NULL, NULL, statistic, 'GAME', 'game', 1, 'total', value + opponent_value
FROM whole.team_stat
WHERE team_id < opponent_id AND NOT ends_with(statistic, '_PCT')
    AND statistic NOT IN ('BENCH_PTS', 'STARTER_PTS')
UNION ALL
SELECT
    game_id, 'team', team_id, NULL, unnest(['PTS', 'MARGIN']), period, 'game', 1, 'total',
    unnest([points, points - opponent_points]::DOUBLE[])
FROM whole.period_score WHERE period <> 'GAME'
UNION ALL
SELECT
    game_id, 'both', NULL, NULL, unnest(['PTS', 'MARGIN']), period, 'game', 1, 'total',
    unnest([points + opponent_points, abs(points - opponent_points)]::DOUBLE[])
FROM whole.period_score WHERE team_id < opponent_id AND period <> 'GAME'
UNION ALL
SELECT game_id, owner, team_id, player_id, statistic, part, 'game', 1, 'total', value
FROM whole.part_stat
UNION ALL
SELECT
    game_id, 'both', NULL, NULL, unnest(['LEAD_CHANGES', 'TIES']), period, 'game', 1, 'total',
    unnest([lead_changes, ties]::DOUBLE[])
FROM whole.game_flow
UNION ALL
SELECT
    flow.game_id, 'team', unnest([home_id, away_id]), NULL, 'LARGEST_LEAD', period, 'game', 1,
    'total', unnest([home_lead, away_lead]::DOUBLE[])
FROM whole.game_flow AS flow
JOIN (SELECT game_id, home_id, away_id FROM whole.game) AS sides USING (game_id)
UNION ALL
SELECT game_id, 'team', team_id, NULL, 'LONGEST_RUN', 'GAME', 'game', 1, 'total', points
FROM whole.longest_run
UNION ALL
SELECT game_id, 'team', team_id, NULL, 'LEAD', 'after ' || period, 'game', 1, 'total', lead
FROM whole.lead_after
UNION ALL
SELECT
    game_id, 'team', team_id, NULL,
    unnest([
        'MARGIN', 'WINS', 'LOSSES', 'DOUBLE_FIGURES', 'WIN_STREAK', 'LOSING_STREAK', 'DAYS_REST'
    ]), 'GAME',
    'game', 1, 'total',
    unnest([
        margin, wins, losses, double_figures, CASE WHEN streak_won THEN streak END,
        CASE WHEN NOT streak_won THEN streak END, days_rest
    ]::DOUBLE[])
FROM whole.team_game;

-- Facts of other games than this one, or of several. `games` says of which:
--   ago      the n-th game before this one (a player's: that he played, with this team)
--   meeting  the n-th meeting of the two teams before this one in the season
--   last     the last n games up to and with this one
--   season   the n games of the season up to and with this one
--   home, road   those of the season at home, on the road
--   row      so many games in a row up to and with this one
CREATE VIEW history_fact AS
WITH earlier_line AS (
    SELECT
        now.game_id, now.player_id, now.team_id, now.games - other.games AS n,
        other.game_id AS other_id
    FROM whole.player_so_far AS now
    JOIN whole.player_so_far AS other
        ON other.player_id = now.player_id AND other.season = now.season
        AND other.games BETWEEN now.games - 10 AND now.games - 1
    WHERE now.games - other.games < now.appearance AND now.number - other.number < now.covered
),
earlier_game AS (
    SELECT
        now.game_id, now.team_id, other.game_id AS other_id,
        -- Only of a season known from its opener no meeting is missing.
        other.opponent_id = now.opponent_id AND now.home_wins IS NOT NULL AS met,
        (now.wins + now.losses) - (other.wins + other.losses) AS n,
        row_number() OVER (
            PARTITION BY now.game_id, now.team_id, met ORDER BY other.date DESC
        ) AS meeting
    FROM whole.team_game AS now
    JOIN whole.team_game AS other
        ON other.team_id = now.team_id AND other.season = now.season AND other.date < now.date
)
SELECT
    game_id, 'player' AS owner, team_id, earlier_line.player_id, stat.statistic, 'GAME' AS part,
    'ago' AS games, n::INTEGER AS n, 'total' AS measure, stat.value
FROM earlier_line
JOIN (
    SELECT game_id AS other_id, player_id, statistic, value FROM whole.player_stat
) AS stat USING (other_id, player_id)
UNION ALL
SELECT
    earlier.game_id, 'team', earlier.team_id, NULL, stat.statistic, 'GAME', 'ago', n::INTEGER,
    'total', stat.value
FROM earlier_game AS earlier
JOIN (
    SELECT game_id AS other_id, team_id, statistic, value FROM whole.team_stat
    UNION ALL
    SELECT game_id, team_id, 'MARGIN', margin FROM whole.team_game
) AS stat USING (other_id, team_id)
WHERE n BETWEEN 1 AND 10
UNION ALL
SELECT
    earlier.game_id, 'team', earlier.team_id, NULL, stat.statistic, 'GAME', 'meeting',
    meeting::INTEGER, 'total', stat.value
FROM earlier_game AS earlier
JOIN (
    SELECT game_id AS other_id, team_id, statistic, value FROM whole.team_stat
    UNION ALL
    SELECT game_id, team_id, 'MARGIN', margin FROM whole.team_game
) AS stat USING (other_id, team_id)
WHERE met
UNION ALL
SELECT
    game_id, 'player', line.team_id, player_id, statistic, 'GAME', 'last', n,
    unnest(['total', 'average']), unnest([total, average])
FROM whole.player_last_n
JOIN (SELECT game_id, player_id, team_id FROM whole.player_line) AS line USING (game_id, player_id)
UNION ALL
SELECT
    game_id, 'player', line.team_id, player_id, statistic, 'GAME', 'season', games,
    unnest(['total', 'average', 'high', 'previous high']),
    unnest([total, average, high, previous_high])
FROM whole.player_season_stat
JOIN (SELECT game_id, player_id, team_id FROM whole.player_line) AS line USING (game_id, player_id)
UNION ALL
SELECT
    game_id, 'player', line.team_id, player_id, upper(kind), 'GAME',
    unnest(['row', 'season', 'last']), unnest([in_a_row, NULL, 5]), 'total',
    unnest([in_a_row, season_total, last_5])
FROM whole.player_streak
JOIN (SELECT game_id, player_id, team_id FROM whole.player_line) AS line USING (game_id, player_id)
UNION ALL
SELECT
    game_id, 'team', team_id, NULL, statistic, 'GAME', 'season', games,
    unnest(['average', 'high', 'allowed']), unnest([average, high, opponent_average])
FROM whole.team_season_stat
UNION ALL
SELECT
    game_id, 'team', team_id, NULL, unnest(['WINS', 'LOSSES']), 'GAME', 'last', n, 'total',
    unnest([wins, losses]::DOUBLE[])
FROM whole.last_n
UNION ALL
SELECT
    game_id, 'team', team_id, NULL, unnest(['WINS', 'LOSSES', 'WINS', 'LOSSES']), 'GAME',
    unnest(['home', 'home', 'road', 'road']),
    unnest([
        home_wins + home_losses, home_wins + home_losses, away_wins + away_losses,
        away_wins + away_losses
    ])::INTEGER,
    'total', unnest([home_wins, home_losses, away_wins, away_losses]::DOUBLE[])
FROM whole.team_game;

CREATE VIEW fact AS
FROM whole.game_fact WHERE value IS NOT NULL
UNION ALL
FROM whole.history_fact WHERE value IS NOT NULL;
