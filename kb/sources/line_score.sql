-- Line scores of stats.nba.com (LineScore of ScoreboardV2), one row per game and team; who the
-- hosts are another source has to say.

INSERT INTO data_issue
SELECT 'unknown team', $path, coalesce(TEAM_ABBREVIATION, 'no team'), left_out(count(*), min(file_line))
FROM raw
WHERE coalesce(lower(TEAM_ABBREVIATION), '') NOT IN (
    SELECT wording FROM team_wording WHERE source = 'stats.nba.com'
)
GROUP BY TEAM_ABBREVIATION;

INSERT INTO data_issue
SELECT 'line score without date', $path, GAME_ID, 'line ' || file_line || ' left out'
FROM raw
WHERE try_cast(left(GAME_DATE_EST, 10) AS DATE) IS NULL;

INSERT INTO staged_team_game BY NAME
WITH line AS (
    SELECT
        file_line,
        league_game_id_of(GAME_ID) AS league_game_id,
        try_cast(left(GAME_DATE_EST, 10) AS DATE) AS date,
        team.team_id,
        PTS::INTEGER AS pts,
        [
            PTS_QTR1, PTS_QTR2, PTS_QTR3, PTS_QTR4, PTS_OT1, PTS_OT2, PTS_OT3, PTS_OT4,
            PTS_OT5, PTS_OT6, PTS_OT7, PTS_OT8, PTS_OT9, PTS_OT10
        ]::INTEGER[] AS points_by_period
    FROM raw
    JOIN team_wording AS team
        ON team.source = 'stats.nba.com' AND team.wording = lower(TEAM_ABBREVIATION)
)
SELECT
    $source_id::INTEGER AS source_id,
    $source_rank::INTEGER AS source_rank,
    own.file_line,
    own.date, own.team_id, other.team_id AS opponent_id,
    own.league_game_id,
    -- Overtimes that were not played are blank, or zero for both.
    own.points_by_period[:4 + len(list_filter(
        list_zip(own.points_by_period[5:], other.points_by_period[5:]),
        lambda pair: coalesce(pair[1], 0) + coalesce(pair[2], 0) > 0
    ))] AS periods,
    own.pts
FROM line AS own
JOIN line AS other
    ON other.league_game_id = own.league_game_id AND other.team_id <> own.team_id
WHERE own.date IS NOT NULL AND own.points_by_period[4] IS NOT NULL;
