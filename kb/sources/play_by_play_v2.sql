-- stats.nba.com PlayByPlayV2, with the columns as nba_api names them.

INSERT INTO staged_play BY NAME
WITH play AS (
    SELECT
        *, EVENTMSGTYPE::INTEGER AS type,
        CASE
            WHEN type = 2
                THEN if(HOMEDESCRIPTION LIKE 'MISS %', HOMEDESCRIPTION, VISITORDESCRIPTION)
            WHEN type = 5
                THEN if(HOMEDESCRIPTION LIKE '%Turnover%', HOMEDESCRIPTION, VISITORDESCRIPTION)
            ELSE coalesce(HOMEDESCRIPTION, VISITORDESCRIPTION, NEUTRALDESCRIPTION)
        END AS description
    FROM raw
    WHERE type <= 7 OR type IN (9, 10)
)
SELECT
    $source_id::INTEGER AS source_id,
    file_line,
    lpad(GAME_ID, 10, '0') AS game_code,
    PERIOD::TINYINT AS period,
    clock_seconds(PCTIMESTRING)::SMALLINT AS clock,
    event_kind(type) AS kind,
    event_detail(type, description) AS detail,
    CASE WHEN type <= 2 THEN type = 1 WHEN type = 3 THEN SCORE IS NOT NULL END AS made,
    CASE WHEN type = 3 THEN 1 WHEN type <= 2 THEN if(description LIKE '% 3PT %', 3, 2) END::TINYINT
        AS value,
    if(type <= 2, nullif(regexp_extract(description, '(\d+)''', 1), '')::TINYINT, NULL) AS distance,
    lower(PLAYER1_TEAM_ABBREVIATION) AS team_wording,
    if(PLAYER1_TEAM_ABBREVIATION IS NULL, NULL, nullif(PLAYER1_ID::BIGINT, 0)) AS player_id,
    nullif(if(type = 2, PLAYER3_ID, PLAYER2_ID)::BIGINT, 0) AS other_id,
    split_part(SCORE, ' - ', 1)::SMALLINT AS away_points,
    split_part(SCORE, ' - ', 2)::SMALLINT AS home_points
FROM play;
