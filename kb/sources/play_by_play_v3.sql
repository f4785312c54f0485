-- stats.nba.com PlayByPlayV3, with the columns as nba_api names them. Assists stand in the
-- description alone, by surname; blocks and steals have a row of their own with the same number.

INSERT INTO staged_play BY NAME
WITH named AS (
    -- Who a surname is, in a game and team, where only one man has it.
    SELECT gameId, teamTricode, name, any_value(personId) AS person_id
    FROM (
        SELECT DISTINCT gameId, teamTricode, personId, unnest([playerName, playerNameI]) AS name
        FROM raw
    )
    WHERE name IS NOT NULL AND teamTricode IS NOT NULL
    GROUP BY ALL
    HAVING count(DISTINCT personId) = 1
),
second AS (
    SELECT gameId, actionNumber, any_value(personId) AS person_id
    FROM raw
    WHERE coalesce(actionType, '') = '' AND regexp_matches(description, '\b(BLOCK|STEAL)\b')
    GROUP BY ALL
),
play AS (
    SELECT
        raw.*,
        CASE actionType
            WHEN 'Made Shot' THEN 1 WHEN 'Missed Shot' THEN 2 WHEN 'Free Throw' THEN 3
            WHEN 'Rebound' THEN 4 WHEN 'Turnover' THEN 5 WHEN 'Foul' THEN 6
            WHEN 'Violation' THEN 7 WHEN 'Timeout' THEN 9 WHEN 'Jump Ball' THEN 10
        END AS type,
        regexp_extract(raw.description, '\(([^()]+) \d+ AST\)', 1) AS assisted_by
    FROM raw
)
SELECT
    $source_id::INTEGER AS source_id,
    file_line,
    league_game_id_of(play.gameId) AS game_code,
    period::TINYINT AS period,
    clock_seconds(clock)::SMALLINT AS clock,
    event_kind(type) AS kind,
    CASE WHEN type <= 2 THEN shot_detail(subType) WHEN type <> 4 THEN lower(subType) END AS detail,
    CASE WHEN type <= 2 THEN type = 1 WHEN type = 3 THEN description NOT LIKE 'MISS %' END AS made,
    CASE WHEN type = 3 THEN 1 WHEN type <= 2 THEN if(description LIKE '% 3PT %', 3, 2) END::TINYINT
        AS value,
    if(type <= 2, nullif(shotDistance::INTEGER, 0), NULL)::TINYINT AS distance,
    lower(play.teamTricode) AS team_wording,
    -- A team's own rebounds and turnovers carry the team's id.
    if(personId::BIGINT BETWEEN 1610612700 AND 1610612799, NULL, nullif(personId::BIGINT, 0))
        AS player_id,
    CASE
        WHEN type = 1 THEN named.person_id
        WHEN type IN (2, 5) THEN second.person_id
    END::BIGINT AS other_id,
    if(type IN (1, 3), nullif(scoreAway, ''), NULL)::SMALLINT AS away_points,
    if(type IN (1, 3), nullif(scoreHome, ''), NULL)::SMALLINT AS home_points
FROM play
LEFT JOIN named
    ON named.gameId = play.gameId AND named.teamTricode = play.teamTricode
    AND named.name = nullif(assisted_by, '')
LEFT JOIN second ON second.gameId = play.gameId AND second.actionNumber = play.actionNumber
WHERE type IS NOT NULL;
