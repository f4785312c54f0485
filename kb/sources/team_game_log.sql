-- stats.nba.com team game logs, one row per game and team ("PHX vs. MEM" at home, "MEM @ PHX" away).

INSERT INTO data_issue
SELECT 'unknown team', $path, coalesce(code, 'no team'), left_out(count(*), min(file_line))
FROM (
    SELECT lower(TEAM_ABBREVIATION) AS code, file_line FROM raw
    UNION ALL
    SELECT lower(right(MATCHUP, 3)), file_line FROM raw
)
WHERE coalesce(code, '') NOT IN (SELECT wording FROM team_wording WHERE source = 'stats.nba.com')
GROUP BY code;

INSERT INTO staged_team_game BY NAME
SELECT
    $source_id::INTEGER AS source_id,
    $source_rank::INTEGER AS source_rank,
    file_line,
    GAME_DATE::DATE AS date,
    team.team_id,
    opponent.team_id AS opponent_id,
    MATCHUP NOT LIKE '% @ %' AS is_home,
    league_game_id_of(GAME_ID) AS league_game_id,
    PTS::INTEGER AS pts, REB::INTEGER AS reb, OREB::INTEGER AS oreb, DREB::INTEGER AS dreb,
    AST::INTEGER AS ast, STL::INTEGER AS stl, BLK::INTEGER AS blk, TOV::INTEGER AS tov,
    PF::INTEGER AS pf,
    240 + 25 * round((MIN::INTEGER - 240) / 25.0)::INTEGER AS min,
    FGM::INTEGER AS fgm, FGA::INTEGER AS fga, FG3M::INTEGER AS fg3m, FG3A::INTEGER AS fg3a,
    FTM::INTEGER AS ftm, FTA::INTEGER AS fta
FROM raw
JOIN team_wording AS team
    ON team.source = 'stats.nba.com' AND team.wording = lower(TEAM_ABBREVIATION)
JOIN team_wording AS opponent
    ON opponent.source = 'stats.nba.com' AND opponent.wording = lower(right(MATCHUP, 3));

INSERT INTO staged_team_name
SELECT DISTINCT $source_id::INTEGER, season_of(GAME_DATE::DATE), team.team_id, TEAM_NAME
FROM raw
JOIN team_wording AS team
    ON team.source = 'stats.nba.com' AND team.wording = lower(TEAM_ABBREVIATION);

-- Which game its code is: plays know no more of it.
INSERT INTO staged_game_code
SELECT DISTINCT
    $source_id::INTEGER, league_game_id_of(GAME_ID), GAME_DATE::DATE, team.team_id, opponent.team_id
FROM raw
JOIN team_wording AS team
    ON team.source = 'stats.nba.com' AND team.wording = lower(TEAM_ABBREVIATION)
JOIN team_wording AS opponent
    ON opponent.source = 'stats.nba.com' AND opponent.wording = lower(right(MATCHUP, 3))
WHERE GAME_ID IS NOT NULL;
