-- Players' lines by quarter and overtime, one row per game, man and period.

INSERT INTO data_issue
SELECT 'unknown team', $path, coalesce(lower(TEAM_ABBREVIATION), 'no team'), left_out(count(*), min(file_line))
FROM raw
WHERE coalesce(lower(TEAM_ABBREVIATION), '') NOT IN (
    SELECT wording FROM team_wording WHERE source = 'stats.nba.com'
)
GROUP BY ALL;

INSERT INTO staged_period_line BY NAME
SELECT
    $source_id::INTEGER AS source_id,
    file_line,
    GAME_DATE::DATE AS date,
    team_wording.team_id,
    PLAYER_ID::BIGINT AS player_id,
    PERIOD::TINYINT AS period,
    (60 * split_part(MIN, ':', 1)::INTEGER + split_part(MIN, ':', 2)::INTEGER)::SMALLINT AS seconds,
    PTS::SMALLINT AS pts, OREB::SMALLINT AS oreb, DREB::SMALLINT AS dreb, AST::SMALLINT AS ast,
    STL::SMALLINT AS stl, BLK::SMALLINT AS blk, "TO"::SMALLINT AS tov, PF::SMALLINT AS pf,
    FGM::SMALLINT AS fgm, FGA::SMALLINT AS fga, FG3M::SMALLINT AS fg3m, FG3A::SMALLINT AS fg3a,
    FTM::SMALLINT AS ftm, FTA::SMALLINT AS fta
FROM raw
JOIN team_wording ON source = 'stats.nba.com' AND wording = lower(TEAM_ABBREVIATION);
