-- Standings by date (xmlstats); games of the date itself are counted.

INSERT INTO data_issue
SELECT 'unknown team', $path, coalesce(teamAbbr, 'no team'), left_out(count(*), min(file_line))
FROM raw
WHERE coalesce(lower(teamAbbr), '') NOT IN (SELECT wording FROM team_wording WHERE source = 'xmlstats')
GROUP BY teamAbbr;

INSERT INTO staged_standing BY NAME
SELECT
    $source_id::INTEGER AS source_id,
    stDate::DATE AS date,
    team.team_id,
    rank::INTEGER AS conference_rank,
    gameWon::INTEGER AS wins,
    gameLost::INTEGER AS losses,
    gameBack::DOUBLE AS games_back
FROM raw
JOIN team_wording AS team ON team.source = 'xmlstats' AND team.wording = lower(teamAbbr);
