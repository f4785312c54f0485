-- Our own plain layout of box scores: one row per game and man listed, blank where not known.

INSERT INTO data_issue
SELECT 'unknown team', $path, coalesce(code, 'no team'), left_out(count(*), min(file_line))
FROM (
    SELECT team AS code, file_line FROM raw UNION ALL SELECT opponent, file_line FROM raw
)
WHERE coalesce(code, '') NOT IN (SELECT team_id FROM franchise)
GROUP BY code;

INSERT INTO staged_player_line BY NAME
SELECT
    $source_id::INTEGER AS source_id,
    $source_rank::INTEGER AS source_rank,
    file_line,
    date::DATE AS date,
    team AS team_id,
    opponent AS opponent_id,
    player AS name,
    player_id::BIGINT AS source_player_id,
    played::BOOLEAN AS played,
    is_starter::BOOLEAN AS is_starter,
    position,
    pts::INTEGER AS pts, reb::INTEGER AS reb, oreb::INTEGER AS oreb, dreb::INTEGER AS dreb,
    ast::INTEGER AS ast, stl::INTEGER AS stl, blk::INTEGER AS blk, tov::INTEGER AS tov,
    pf::INTEGER AS pf, min::INTEGER AS min, fgm::INTEGER AS fgm, fga::INTEGER AS fga,
    fg3m::INTEGER AS fg3m, fg3a::INTEGER AS fg3a, ftm::INTEGER AS ftm, fta::INTEGER AS fta
FROM raw
WHERE team IN (SELECT team_id FROM franchise) AND opponent IN (SELECT team_id FROM franchise);
