-- stats.nba.com box scores, BoxScoreTraditionalV2, one row per man listed. The game is told by its
-- id alone: when it was and against whom, the game logs know (tables/05_box_scores.sql).

INSERT INTO staged_box_line BY NAME
SELECT
    $source_id::INTEGER AS source_id,
    $source_rank::INTEGER AS source_rank,
    file_line,
    league_game_id_of(GAME_ID) AS league_game_id,
    lower(TEAM_ABBREVIATION) AS team_wording,
    PLAYER_NAME AS name,
    PLAYER_ID::BIGINT AS source_player_id,
    START_POSITION AS position,
    minutes_of(MIN) AS min,
    PTS::INTEGER AS pts, REB::INTEGER AS reb, OREB::INTEGER AS oreb, DREB::INTEGER AS dreb,
    AST::INTEGER AS ast, STL::INTEGER AS stl, BLK::INTEGER AS blk, "TO"::INTEGER AS tov,
    PF::INTEGER AS pf, FGM::INTEGER AS fgm, FGA::INTEGER AS fga, FG3M::INTEGER AS fg3m,
    FG3A::INTEGER AS fg3a, FTM::INTEGER AS ftm, FTA::INTEGER AS fta,
    PLUS_MINUS::DOUBLE::INTEGER AS plus_minus
FROM raw;
