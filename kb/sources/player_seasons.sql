-- Who was in the league in a season, with the last team and the games played for any team.

INSERT INTO data_issue
SELECT 'unknown team', $path, coalesce(TEAM_ABBREVIATION, 'no team'), left_out(count(*), min(file_line))
FROM raw
WHERE coalesce(lower(TEAM_ABBREVIATION), '') NOT IN (
    SELECT wording FROM team_wording WHERE source = 'stats.nba.com'
)
GROUP BY TEAM_ABBREVIATION;

INSERT INTO staged_roster BY NAME
SELECT
    $source_id::INTEGER AS source_id,
    SEASON AS season,
    PLAYER_ID::BIGINT AS player_id,
    PLAYER_NAME AS name,
    team.team_id,
    GP::INTEGER AS games_played
FROM raw
JOIN team_wording AS team
    ON team.source = 'stats.nba.com' AND team.wording = lower(TEAM_ABBREVIATION);
