-- stats.nba.com player game logs, one row per game and man who played; starters where a log
-- that has been completed with START_POSITION names five of a team.

INSERT INTO data_issue
SELECT 'unknown team', $path, coalesce(code, 'no team'), left_out(count(*), min(file_line))
FROM (
    SELECT lower(TEAM_ABBREVIATION) AS code, file_line FROM raw
    UNION ALL
    SELECT lower(right(MATCHUP, 3)), file_line FROM raw
)
WHERE coalesce(code, '') NOT IN (SELECT wording FROM team_wording WHERE source = 'stats.nba.com')
GROUP BY code;

INSERT INTO staged_player_line BY NAME
SELECT
    $source_id::INTEGER AS source_id,
    $source_rank::INTEGER AS source_rank,
    file_line,
    GAME_DATE::DATE AS date,
    team.team_id,
    opponent.team_id AS opponent_id,
    MATCHUP NOT LIKE '% @ %' AS is_home,
    league_game_id_of(GAME_ID) AS league_game_id,
    PLAYER_NAME AS name,
    PLAYER_ID::BIGINT AS source_player_id,
    true AS played,
    CASE
        WHEN count(START_POSITION) OVER (PARTITION BY GAME_DATE, team.team_id) = 5
        THEN START_POSITION IS NOT NULL
    END AS is_starter,
    START_POSITION AS position,
    PTS::INTEGER AS pts, REB::INTEGER AS reb, OREB::INTEGER AS oreb, DREB::INTEGER AS dreb,
    AST::INTEGER AS ast, STL::INTEGER AS stl, BLK::INTEGER AS blk, TOV::INTEGER AS tov,
    PF::INTEGER AS pf, round(MIN::DOUBLE)::INTEGER AS min,
    FGM::INTEGER AS fgm, FGA::INTEGER AS fga, FG3M::INTEGER AS fg3m, FG3A::INTEGER AS fg3a,
    FTM::INTEGER AS ftm, FTA::INTEGER AS fta,
    PLUS_MINUS::INTEGER AS plus_minus
FROM raw
JOIN team_wording AS team
    ON team.source = 'stats.nba.com' AND team.wording = lower(TEAM_ABBREVIATION)
JOIN team_wording AS opponent
    ON opponent.source = 'stats.nba.com' AND opponent.wording = lower(right(MATCHUP, 3));

-- Teams' totals where no team log is at hand. Turnovers of the team as such are in no man's line.
INSERT INTO staged_team_game BY NAME
SELECT
    source_id, source_rank, date, team_id, opponent_id, is_home, league_game_id,
    sum(pts)::INTEGER AS pts, sum(reb)::INTEGER AS reb, sum(oreb)::INTEGER AS oreb,
    sum(dreb)::INTEGER AS dreb, sum(ast)::INTEGER AS ast, sum(stl)::INTEGER AS stl,
    sum(blk)::INTEGER AS blk, sum(pf)::INTEGER AS pf,
    240 + 25 * round((sum(min) - 240) / 25.0)::INTEGER AS min,
    sum(fgm)::INTEGER AS fgm, sum(fga)::INTEGER AS fga, sum(fg3m)::INTEGER AS fg3m,
    sum(fg3a)::INTEGER AS fg3a, sum(ftm)::INTEGER AS ftm, sum(fta)::INTEGER AS fta
FROM staged_player_line
WHERE source_id = $source_id
GROUP BY ALL;

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
