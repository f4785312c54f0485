-- Our own plain layout: spells in which every game of a team is among the results given.

INSERT INTO data_issue
SELECT 'unknown team', $path, coalesce(team, 'no team'), 'row left out' FROM raw
WHERE coalesce(team, '') NOT IN (SELECT team_id FROM franchise);

INSERT INTO staged_schedule_coverage BY NAME
SELECT
    $source_id::INTEGER AS source_id,
    team AS team_id,
    first_date::DATE AS first_date,
    last_date::DATE AS last_date
FROM raw
WHERE team IN (SELECT team_id FROM franchise);
