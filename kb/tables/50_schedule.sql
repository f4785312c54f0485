-- What follows from the order of games: records, streaks, standings, neighbours in the schedule.

-- The games of every spell of known schedule, numbered within it.
CREATE TEMP TABLE scheduled AS
SELECT
    row.game_id, row.season, row.date, row.team_id, row.opponent_id, row.is_home,
    row.pts > other.pts AS won,
    row.pts - other.pts AS margin,
    spell.from_opener, spell.first_date AS spell,
    row_number() OVER in_spell AS number,
    lag(row.game_id) OVER in_spell AS previous_game_id,
    lead(row.game_id) OVER in_spell AS next_game_id
FROM resolved_team_game AS row
JOIN resolved_team_game AS other
    ON other.game_id = row.game_id AND other.team_id = row.opponent_id
JOIN schedule_spell AS spell
    ON spell.team_id = row.team_id AND spell.season = row.season
    AND row.date BETWEEN spell.first_date AND spell.last_date
WHERE row.regular_season
WINDOW in_spell AS (PARTITION BY row.team_id, row.season, spell.first_date ORDER BY row.date);

CREATE TEMP TABLE record AS
WITH changed AS (
    SELECT *, won IS DISTINCT FROM lag(won) OVER by_number AS new_streak
    FROM scheduled
    WINDOW by_number AS (PARTITION BY team_id, season, spell ORDER BY number)
),
numbered AS (
    SELECT *, count(*) FILTER (new_streak) OVER by_streak AS streak_number
    FROM changed
    WINDOW by_streak AS (PARTITION BY team_id, season, spell ORDER BY number)
)
SELECT
    game_id, team_id, season, date, spell, number, won, is_home, previous_game_id,
    count(*) FILTER (won) OVER order_of_play AS wins,
    count(*) FILTER (NOT won) OVER order_of_play AS losses,
    count(*) FILTER (won AND is_home) OVER order_of_play AS home_wins,
    count(*) FILTER (NOT won AND is_home) OVER order_of_play AS home_losses,
    count(*) FILTER (won AND NOT is_home) OVER order_of_play AS away_wins,
    count(*) FILTER (NOT won AND NOT is_home) OVER order_of_play AS away_losses,
    row_number() OVER (PARTITION BY team_id, season, spell, streak_number ORDER BY number)
        AS streak,
    date - lag(date) OVER order_of_play - 1 AS days_rest,
    from_opener
FROM numbered
WINDOW order_of_play AS (PARTITION BY team_id, season, spell ORDER BY number);

-- Every team on every day of a complete season on which somebody played.
CREATE TEMP TABLE standing_by_date AS
WITH day AS (
    SELECT DISTINCT season, date FROM scheduled WHERE season IN (SELECT season FROM complete_season)
),
grid AS (
    SELECT
        day.season, day.date, team.team_id, conference, division,
        coalesce(sum(won::INTEGER) OVER to_date, 0) AS wins,
        coalesce(sum((NOT won)::INTEGER) OVER to_date, 0) AS losses
    FROM day
    JOIN team USING (season)
    LEFT JOIN scheduled ON scheduled.date = day.date AND scheduled.team_id = team.team_id
    WINDOW to_date AS (PARTITION BY day.season, team.team_id ORDER BY day.date)
),
rated AS (
    SELECT *, CASE WHEN wins + losses > 0 THEN wins / (wins + losses) ELSE 0.5 END AS win_share
    FROM grid
)
SELECT
    *,
    -- The best and the worst place of teams that share a record.
    rank() OVER in_conference AS conference_rank,
    count(*) OVER (in_conference RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
        AS conference_rank_worst,
    rank() OVER (PARTITION BY season, date, division ORDER BY win_share DESC) AS division_rank,
    (max(wins - losses) OVER (PARTITION BY season, date, conference) - (wins - losses)) / 2
        AS games_back
FROM rated
WINDOW in_conference AS (PARTITION BY season, date, conference ORDER BY win_share DESC);

-- The standings file ranks by games back, the league by the share of wins: ranks follow the
-- results where they are known, and the file elsewhere. A day's rank counts its games.
CREATE TEMP TABLE ranked_by_date AS
SELECT
    coalesce(own.season, season_of(stated.date)) AS season,
    coalesce(own.date, stated.date) AS date,
    coalesce(own.team_id, stated.team_id) AS team_id,
    coalesce(own.conference_rank, stated.conference_rank) AS conference_rank,
    coalesce(own.conference_rank_worst, stated.conference_rank) AS conference_rank_worst,
    stated.conference_rank AS conference_rank_by_games_back,
    division_rank,
    coalesce(own.games_back, stated.games_back) AS games_back
FROM standing_by_date AS own
FULL JOIN (
    SELECT date, team_id, arg_min(conference_rank, source_id) AS conference_rank,
           arg_min(games_back, source_id) AS games_back
    FROM staged_standing GROUP BY ALL
) AS stated ON stated.date = own.date AND stated.team_id = own.team_id
-- On other days of a complete season nobody played.
WHERE own.date IS NOT NULL OR season_of(stated.date) NOT IN (SELECT season FROM complete_season);

CREATE TABLE standing AS
WITH ranked AS (
    SELECT
        *,
        lag(conference_rank) OVER by_day AS conference_rank_before,
        lag(division_rank) OVER by_day AS division_rank_before
    FROM ranked_by_date
    WINDOW by_day AS (PARTITION BY season, team_id ORDER BY date)
)
SELECT
    row.game_id, row.team_id, conference, division,
    ranked.conference_rank::INTEGER AS conference_rank,
    ranked.division_rank::INTEGER AS division_rank,
    games_back,
    conference_rank_before::INTEGER AS conference_rank_before,
    division_rank_before::INTEGER AS division_rank_before,
    conference_rank_worst::INTEGER AS conference_rank_worst,
    conference_rank_by_games_back::INTEGER AS conference_rank_by_games_back
FROM resolved_team_game AS row
JOIN ranked ON ranked.date = row.date AND ranked.team_id = row.team_id
JOIN team ON team.season = row.season AND team.team_id = row.team_id
WHERE row.regular_season
ORDER BY row.game_id, row.team_id;

CREATE TABLE team_game AS
WITH bench AS (
    SELECT
        game_id, team_id,
        count(*) FILTER (pts >= 10) AS double_figures,
        -- Starters are known for a team or not at all.
        bool_and(is_starter IS NOT NULL) AS starters_known,
        sum(pts) FILTER (NOT is_starter) AS bench_points,
        count(*) FILTER (pts >= 10 AND is_starter) AS starters_double_figures,
        count(*) FILTER (pts >= 10 AND NOT is_starter) AS bench_double_figures
    FROM player_line JOIN game USING (game_id)
    WHERE played AND has_player_lines
    GROUP BY game_id, team_id
),
earlier AS (
    SELECT game_id, team_id, won, streak, spell FROM record
),
known AS (
    SELECT
        row.*, other.pts AS opponent_pts, row.pts > other.pts AS won,
        CASE WHEN row.regular_season THEN coalesce(
            CASE WHEN record.from_opener THEN record.wins END,
            stated.wins, row.stated_wins
        ) END AS wins,
        CASE WHEN row.regular_season THEN coalesce(
            CASE WHEN record.from_opener THEN record.losses END,
            stated.losses, row.stated_losses
        ) END AS losses
    FROM resolved_team_game AS row
    JOIN resolved_team_game AS other
        ON other.game_id = row.game_id AND other.team_id = row.opponent_id
    LEFT JOIN record ON record.game_id = row.game_id AND record.team_id = row.team_id
    LEFT JOIN (
        SELECT date, team_id, arg_min(wins, source_id) AS wins,
               arg_min(losses, source_id) AS losses
        FROM staged_standing GROUP BY ALL
    ) AS stated ON stated.date = row.date AND stated.team_id = row.team_id AND row.regular_season
)
SELECT
    known.game_id, known.season, known.date, known.team_id, known.opponent_id, known.is_home,
    known.won, known.pts AS points, known.opponent_pts AS opponent_points,
    known.pts - known.opponent_pts AS margin,
    known.wins - known.won::INTEGER AS wins_before,
    known.losses - (NOT known.won)::INTEGER AS losses_before,
    known.wins, known.losses,
    CASE WHEN from_opener THEN home_wins END AS home_wins,
    CASE WHEN from_opener THEN home_losses END AS home_losses,
    CASE WHEN from_opener THEN away_wins END AS away_wins,
    CASE WHEN from_opener THEN away_losses END AS away_losses,
    standing.conference_rank, standing.division_rank,
    -- A streak that fills a spell which starts amid the season may be longer.
    CASE WHEN record.from_opener OR record.streak < record.number THEN record.won END AS streak_won,
    CASE WHEN record.from_opener OR record.streak < record.number THEN record.streak END AS streak,
    CASE WHEN record.from_opener OR earlier.streak < record.number - 1 THEN earlier.won END
        AS streak_before_won,
    CASE
        WHEN record.from_opener THEN coalesce(earlier.streak, 0)
        WHEN earlier.streak < record.number - 1 THEN earlier.streak
    END AS streak_before,
    days_rest,
    -- The opener has no game before it; amid the season a spell's first game may have one.
    CASE WHEN days_rest IS NOT NULL OR from_opener THEN coalesce(days_rest = 0, false) END
        AS back_to_back,
    CASE WHEN starters_known THEN coalesce(bench_points, 0) END AS bench_points,
    double_figures,
    CASE WHEN starters_known THEN starters_double_figures END AS starters_double_figures,
    CASE WHEN starters_known THEN bench_double_figures END AS bench_double_figures
FROM known
LEFT JOIN record ON record.game_id = known.game_id AND record.team_id = known.team_id
LEFT JOIN earlier
    ON earlier.game_id = record.previous_game_id AND earlier.team_id = record.team_id
    AND earlier.spell = record.spell
LEFT JOIN standing ON standing.game_id = known.game_id AND standing.team_id = known.team_id
LEFT JOIN bench ON bench.game_id = known.game_id AND bench.team_id = known.team_id
ORDER BY known.game_id, known.team_id;

CREATE TABLE last_n AS
SELECT
    own.game_id, own.team_id, n::INTEGER AS n,
    (own.wins - coalesce(before.wins, 0))::INTEGER AS wins,
    (own.losses - coalesce(before.losses, 0))::INTEGER AS losses
FROM record AS own
JOIN range(2, 16) AS stretch (n) ON n <= own.number
LEFT JOIN record AS before
    ON before.team_id = own.team_id AND before.season = own.season
    AND before.spell = own.spell AND before.number = own.number - n
ORDER BY own.game_id, own.team_id, n;

CREATE TABLE last_n_before AS
SELECT record.game_id, record.team_id, n, last_n.wins, last_n.losses
FROM record
JOIN last_n ON last_n.game_id = record.previous_game_id AND last_n.team_id = record.team_id
ORDER BY record.game_id, record.team_id, n;

CREATE TABLE next_game AS
SELECT
    own.game_id, own.team_id, own.next_game_id AS other_game_id,
    other.date, game.weekday, game.weekday_name, other.opponent_id, other.is_home,
    game.arena, game.city, other.date - own.date AS days_between, game.tip_off
FROM scheduled AS own
JOIN scheduled AS other
    ON other.game_id = own.next_game_id AND other.team_id = own.team_id AND other.spell = own.spell
JOIN game ON game.game_id = own.next_game_id
ORDER BY own.game_id, own.team_id;

CREATE TABLE previous_game AS
SELECT
    own.game_id, own.team_id, own.previous_game_id AS other_game_id,
    other.date, game.weekday, game.weekday_name, other.opponent_id, other.is_home,
    game.arena, game.city, own.date - other.date AS days_between, game.tip_off,
    other.won, other.margin
FROM scheduled AS own
JOIN scheduled AS other
    ON other.game_id = own.previous_game_id AND other.team_id = own.team_id
    AND other.spell = own.spell
JOIN game ON game.game_id = own.previous_game_id
ORDER BY own.game_id, own.team_id;

-- Teams for which a complete season ends with a game: their last one, and more teams of their
-- conference won a larger share of their games than the playoffs have places for. Since 2019-20
-- those in ninth and tenth place play for one.
CREATE TABLE season_over AS
WITH final AS (
    SELECT season, team_id, conference_rank, wins, losses
    FROM standing_by_date
    QUALIFY row_number() OVER (PARTITION BY season, team_id ORDER BY date DESC) = 1
)
SELECT own.game_id, own.team_id, final.wins::INTEGER AS wins, final.losses::INTEGER AS losses
FROM scheduled AS own
JOIN final ON final.season = own.season AND final.team_id = own.team_id
WHERE own.next_game_id IS NULL
    AND final.conference_rank > CASE WHEN own.season < '2019-20' THEN 8 ELSE 10 END
ORDER BY own.game_id, own.team_id;
