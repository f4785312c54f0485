-- Our own plain plays: the game by date and teams, everybody by id, one row a play.

INSERT INTO data_issue
SELECT 'unknown team', $path, coalesce(code, 'no team'), left_out(count(*), min(file_line))
FROM (
    SELECT visitors AS code, file_line FROM raw UNION ALL SELECT hosts, file_line FROM raw
)
WHERE coalesce(code, '') NOT IN (SELECT team_id FROM franchise)
GROUP BY code;

INSERT INTO staged_game_code
SELECT DISTINCT
    $source_id::INTEGER, date || '-' || visitors || '-' || hosts, date::DATE, visitors, hosts
FROM raw;

INSERT INTO staged_play BY NAME
SELECT
    $source_id::INTEGER AS source_id,
    file_line,
    date || '-' || visitors || '-' || hosts AS game_code,
    period::TINYINT AS period,
    clock_seconds(clock)::SMALLINT AS clock,
    kind,
    lower(detail) AS detail,
    made::BOOLEAN AS made,
    value::TINYINT AS value,
    distance::TINYINT AS distance,
    lower(team) AS team_wording,
    player_id::BIGINT AS player_id,
    other_id::BIGINT AS other_id,
    visitors_points::SMALLINT AS away_points,
    hosts_points::SMALLINT AS home_points
FROM raw
WHERE visitors IN (SELECT team_id FROM franchise) AND hosts IN (SELECT team_id FROM franchise);
