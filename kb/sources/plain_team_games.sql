-- Our own plain layout of results: one row per game and team, blank where not known.

INSERT INTO data_issue
SELECT 'unknown team', $path, coalesce(code, 'no team'), left_out(count(*), min(file_line))
FROM (
    SELECT team AS code, file_line FROM raw UNION ALL SELECT opponent, file_line FROM raw
)
WHERE coalesce(code, '') NOT IN (SELECT team_id FROM franchise)
GROUP BY code;

INSERT INTO staged_team_game BY NAME
SELECT
    $source_id::INTEGER AS source_id,
    $source_rank::INTEGER AS source_rank,
    file_line,
    date::DATE AS date,
    team AS team_id,
    opponent AS opponent_id,
    is_home::BOOLEAN AS is_home,
    tip_off::TIME AS tip_off,
    wins::INTEGER AS wins,
    losses::INTEGER AS losses,
    CASE WHEN q4 IS NOT NULL THEN list_filter(
        [q1, q2, q3, q4, ot1, ot2, ot3, ot4]::INTEGER[], lambda points: points IS NOT NULL
    ) END AS periods,
    pts::INTEGER AS pts, reb::INTEGER AS reb, oreb::INTEGER AS oreb, dreb::INTEGER AS dreb,
    ast::INTEGER AS ast, stl::INTEGER AS stl, blk::INTEGER AS blk, tov::INTEGER AS tov,
    pf::INTEGER AS pf, min::INTEGER AS min, fgm::INTEGER AS fgm, fga::INTEGER AS fga,
    fg3m::INTEGER AS fg3m, fg3a::INTEGER AS fg3a, ftm::INTEGER AS ftm, fta::INTEGER AS fta
FROM raw
WHERE team IN (SELECT team_id FROM franchise) AND opponent IN (SELECT team_id FROM franchise);
