-- Plays of whole seasons, one row a play, names of columns as nba_api's PlayByPlayV2 in short.

INSERT INTO staged_play BY NAME
WITH play AS (
    SELECT
        file_line, GAME_ID, EVENTMSGTYPE::INTEGER AS type, PERIOD, CLOCK, SCORE,
        P1_ID, P1_TEAM, P2_ID, P3_ID,
        CASE
            WHEN type = 2 THEN if(HOMEDESC LIKE 'MISS %', HOMEDESC, VISDESC)
            WHEN type = 5 THEN if(HOMEDESC LIKE '%Turnover%', HOMEDESC, VISDESC)
            ELSE coalesce(HOMEDESC, VISDESC)
        END AS description
    FROM raw
    -- Substitutions, begin and end of periods and what the scorers correct are no plays of anybody.
    WHERE type <= 7 OR type IN (9, 10)
)
SELECT
    $source_id::INTEGER AS source_id,
    file_line,
    league_game_id_of(GAME_ID) AS game_code,
    PERIOD::TINYINT AS period,
    clock_seconds(CLOCK)::SMALLINT AS clock,
    event_kind(type) AS kind,
    event_detail(type, description) AS detail,
    CASE WHEN type <= 2 THEN type = 1 WHEN type = 3 THEN SCORE IS NOT NULL END AS made,
    CASE WHEN type = 3 THEN 1 WHEN type <= 2 THEN if(description LIKE '% 3PT %', 3, 2) END::TINYINT
        AS value,
    if(type <= 2, nullif(regexp_extract(description, '(\d+)''', 1), '')::TINYINT, NULL) AS distance,
    lower(P1_TEAM) AS team_wording,
    if(P1_TEAM IS NULL, NULL, nullif(P1_ID::BIGINT, 0)) AS player_id,
    nullif(if(type = 2, P3_ID, P2_ID)::BIGINT, 0) AS other_id,
    split_part(SCORE, ' - ', 1)::SMALLINT AS away_points,
    split_part(SCORE, ' - ', 2)::SMALLINT AS home_points
FROM play;
