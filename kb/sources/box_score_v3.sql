-- stats.nba.com box scores, BoxScoreTraditionalV3, one row per man listed. The game is told by its
-- id alone: when it was and against whom, the game logs know (tables/05_box_scores.sql).

INSERT INTO staged_box_line BY NAME
SELECT
    $source_id::INTEGER AS source_id,
    $source_rank::INTEGER AS source_rank,
    file_line,
    league_game_id_of(gameId) AS league_game_id,
    lower(teamTricode) AS team_wording,
    concat_ws(' ', firstName, familyName) AS name,
    personId::BIGINT AS source_player_id,
    position,
    minutes_of(minutes) AS min,
    points::INTEGER AS pts, reboundsTotal::INTEGER AS reb, reboundsOffensive::INTEGER AS oreb,
    reboundsDefensive::INTEGER AS dreb, assists::INTEGER AS ast, steals::INTEGER AS stl,
    blocks::INTEGER AS blk, turnovers::INTEGER AS tov, foulsPersonal::INTEGER AS pf,
    fieldGoalsMade::INTEGER AS fgm, fieldGoalsAttempted::INTEGER AS fga,
    threePointersMade::INTEGER AS fg3m, threePointersAttempted::INTEGER AS fg3a,
    freeThrowsMade::INTEGER AS ftm, freeThrowsAttempted::INTEGER AS fta,
    plusMinusPoints::DOUBLE::INTEGER AS plus_minus
FROM raw;
