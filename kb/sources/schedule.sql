-- Schedules of stats.nba.com (SeasonGames of ScheduleLeagueV2), one row per game, also those still
-- to be played: results, times and places of games that are over.

CREATE OR REPLACE TEMP TABLE scheduled_game AS
SELECT
    raw.* EXCLUDE (gameStatus),
    league_game_id_of(gameId) AS league_game_id,
    try_cast(left(gameDateEst, 10) AS DATE) AS date,
    home.team_id AS home_id,
    away.team_id AS away_id,
    gameStatus::INTEGER = 3 AND homeTeam_score::INTEGER + awayTeam_score::INTEGER > 0 AS is_final
FROM raw
LEFT JOIN team_wording AS home
    ON home.source = 'stats.nba.com' AND home.wording = lower(homeTeam_teamTricode)
LEFT JOIN team_wording AS away
    ON away.source = 'stats.nba.com' AND away.wording = lower(awayTeam_teamTricode);

-- Games of the preseason may be against clubs of other leagues; who plays in the playoffs may be open.
INSERT INTO data_issue
SELECT
    'unknown team', $path, coalesce(awayTeam_teamTricode, '?') || ' or ' || coalesce(homeTeam_teamTricode, '?'),
    count(*) || ' games left out'
FROM scheduled_game
WHERE (home_id IS NULL OR away_id IS NULL) AND is_final AND stage_of(league_game_id) = 'regular season'
GROUP BY ALL;

DELETE FROM scheduled_game
WHERE home_id IS NULL OR away_id IS NULL OR date IS NULL
   OR coalesce(stage_of(league_game_id) IN ('preseason', 'all-star'), false);

INSERT INTO staged_team_game BY NAME
WITH side AS (
    SELECT *, home_id AS team_id, away_id AS opponent_id, true AS is_home, homeTeam_score AS pts
    FROM scheduled_game
    UNION ALL
    SELECT *, away_id, home_id, false, awayTeam_score FROM scheduled_game
)
SELECT
    $source_id::INTEGER AS source_id,
    $source_rank::INTEGER AS source_rank,
    date, team_id, opponent_id, is_home, league_game_id,
    -- Midnight stands for a time that is still open.
    CASE WHEN substr(gameTimeEst, 12, 5) >= '10:00' THEN substr(gameTimeEst, 12, 5)::TIME END
        AS tip_off,
    pts::INTEGER AS pts
FROM side
WHERE is_final;

INSERT INTO staged_site
SELECT
    $source_id::INTEGER, date, home_id, away_id, arenaName, arenaCity, arenaState,
    coalesce(isNeutral::BOOLEAN, false)
FROM scheduled_game
WHERE is_final;

-- Up to the first game that is still to be played every game is known.
INSERT INTO staged_schedule_coverage
WITH known AS (
    SELECT
        season_of(date) AS season,
        min(date) AS first_date,
        coalesce(min(date) FILTER (NOT is_final) - 1, max(date)) AS last_date
    FROM scheduled_game
    WHERE stage_of(league_game_id) = 'regular season'
    GROUP BY ALL
)
SELECT DISTINCT $source_id::INTEGER, unnest([home_id, away_id]), first_date, last_date
FROM known
JOIN scheduled_game ON season_of(date) = season AND date <= last_date
WHERE stage_of(league_game_id) = 'regular season' AND last_date >= first_date;
