-- Games as a whole, and by team and period.

CREATE TABLE game AS
WITH away_from_home AS (
    SELECT date AS first_date, date AS last_date, visitors, hosts, arena, city FROM neutral_game
    UNION ALL
    SELECT first_date, last_date, NULL, NULL, arena, city FROM neutral_spell
),
stated_site AS (
    SELECT date, home_id, away_id, arg_min(site, source_id) AS site
    FROM (
        SELECT * EXCLUDE (arena, city, state, neutral),
            {'arena': arena, 'city': city, 'neutral': neutral} AS site
        FROM staged_site
    )
    GROUP BY ALL
),
placed AS (
    SELECT
        resolved_game.*,
        -- Of seasons and games that the reference data does not know, the schedule tells.
        CASE
            WHEN away_from_home.city IS NOT NULL THEN 'listed away from home'
            WHEN stated_site.site.neutral THEN 'stated away from home'
            WHEN home_arena.city IS NOT NULL THEN 'at home'
            ELSE 'stated'
        END AS site_source,
        site_source LIKE '% away from home' AS neutral,
        CASE site_source
            WHEN 'listed away from home' THEN away_from_home.arena
            WHEN 'at home' THEN home_arena.name
            ELSE stated_site.site.arena
        END AS arena,
        CASE site_source
            WHEN 'listed away from home' THEN away_from_home.city
            WHEN 'at home' THEN home_arena.city
            ELSE stated_site.site.city
        END AS city
    FROM resolved_game
    LEFT JOIN away_from_home
        ON resolved_game.date BETWEEN away_from_home.first_date AND away_from_home.last_date
        -- Sources do not agree who the hosts are where nobody is at home.
        AND coalesce(visitors IN (away_id, home_id) AND hosts IN (away_id, home_id), true)
    LEFT JOIN reference_arena AS home_arena
        ON home_arena.team_id = home_id
        AND resolved_game.date BETWEEN coalesce(home_arena.first_date, DATE '1900-01-01')
                                   AND coalesce(home_arena.last_date, DATE '2999-12-31')
    LEFT JOIN stated_site
        ON stated_site.date = resolved_game.date AND stated_site.home_id = resolved_game.home_id
        AND stated_site.away_id = resolved_game.away_id
),
timed AS (
    SELECT
        placed.*,
        timezone(
            time_zone.time_zone,
            timezone('America/New_York', placed.date + eastern_tip_off)
        )::TIME AS local_tip_off
    FROM placed LEFT JOIN time_zone USING (city)
),
overtime AS (
    -- Of one and the same game, the periods known one by one are better than the minutes.
    SELECT game_id, max(CASE
        WHEN len(periods) > 4 THEN len(periods) - 4
        WHEN list_sum(periods) = pts THEN 0
        ELSE (min - 240) // 25
    END) AS overtimes
    FROM resolved_team_game GROUP BY game_id
),
squad AS (
    -- Who is missing is not known where the lines come to fewer minutes and points than the team's.
    SELECT
        line.game_id, line.team_id, count(*) AS men,
        sum(line.minutes) < 229 AND sum(line.pts) < any_value(known.pts) AS is_partial
    FROM player_line AS line
    LEFT JOIN (SELECT game_id, team_id, date, pts FROM resolved_team_game) AS known
        ON known.game_id = line.game_id AND known.team_id = line.team_id
        AND (known.date, known.team_id) IN (SELECT (date, team_id) FROM partial_team_game)
    WHERE played
    GROUP BY ALL
),
lined AS (
    SELECT game_id FROM squad
    GROUP BY game_id
    HAVING count(*) = 2 AND sum(men) >= 10 AND NOT coalesce(bool_or(is_partial), false)
)
SELECT
    game_id, season, date,
    isodow(date) - 1 AS weekday,
    dayname(date) AS weekday_name,
    CASE WHEN local_tip_off < TIME '22:00' THEN local_tip_off END AS tip_off,
    home_id, away_id, home_points, away_points,
    CASE WHEN home_points > away_points THEN home_id
         WHEN away_points > home_points THEN away_id END AS winner_id,
    CASE WHEN home_points > away_points THEN away_id
         WHEN away_points > home_points THEN home_id END AS loser_id,
    abs(home_points - away_points) AS margin,
    overtimes, neutral, arena, city,
    game_id IN (SELECT game_id FROM lined) AS has_player_lines,
    stage, regular_season, league_game_id
FROM timed
JOIN overtime USING (game_id)
ORDER BY game_id;

-- No game tips off at ten at night local time: such a time is a slip of the source.
INSERT INTO data_issue
SELECT 'tip-off not credible', NULL, game_id, resolved_game.eastern_tip_off || ' Eastern time left out'
FROM resolved_game JOIN game USING (game_id)
WHERE tip_off IS NULL AND eastern_tip_off IS NOT NULL AND game.city IN (SELECT city FROM time_zone);

CREATE TABLE period_score AS
WITH side AS (
    SELECT
        own.game_id, own.team_id, own.opponent_id, own.pts, other.pts AS opponent_pts,
        own.periods, other.periods AS opponent_periods, overtimes
    FROM resolved_team_game AS own
    JOIN resolved_team_game AS other
        ON other.game_id = own.game_id AND other.team_id = own.opponent_id
    JOIN game ON game.game_id = own.game_id
),
stretch AS (
    SELECT * FROM (VALUES
        ('Q1', 1, 1), ('Q2', 2, 2), ('Q3', 3, 3), ('Q4', 4, 4), ('H1', 1, 2), ('H2', 3, 4),
        ('Q1-Q3', 1, 3), ('Q2-Q3', 2, 3), ('Q2-Q4', 2, 4), ('REG', 1, 4)
    ) AS stretch (period, first, last)
)
SELECT
    game_id, team_id, opponent_id, period,
    list_sum(periods[first:last])::INTEGER AS points,
    list_sum(opponent_periods[first:last])::INTEGER AS opponent_points
FROM side, stretch
WHERE periods IS NOT NULL
UNION ALL
SELECT
    game_id, team_id, opponent_id, 'OT',
    (pts - list_sum(periods[1:4]))::INTEGER,
    (opponent_pts - list_sum(opponent_periods[1:4]))::INTEGER
FROM side WHERE overtimes > 0 AND periods IS NOT NULL
UNION ALL
SELECT
    game_id, team_id, opponent_id, 'OT' || number,
    CASE WHEN len(periods) > 4 THEN periods[4 + number] ELSE pts - list_sum(periods) END::INTEGER,
    CASE WHEN len(periods) > 4 THEN opponent_periods[4 + number]
         ELSE opponent_pts - list_sum(opponent_periods) END::INTEGER
FROM side, range(1, 11) AS overtime (number)
WHERE number <= overtimes AND periods IS NOT NULL AND (len(periods) > 4 OR overtimes = 1)
UNION ALL
SELECT game_id, team_id, opponent_id, 'GAME', pts, opponent_pts FROM side
ORDER BY game_id, team_id, period;

CREATE TABLE lead_after AS
SELECT
    game_id, team_id,
    CASE period WHEN 'Q1-Q3' THEN 'Q3' ELSE period END AS period,
    points - opponent_points AS lead
FROM period_score
WHERE period IN ('Q1', 'H1', 'Q1-Q3', 'REG')
ORDER BY game_id, team_id, period;
