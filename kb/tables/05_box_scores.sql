-- Box scores that name their game by its id alone become player lines of a day and two teams.

CREATE TEMP TABLE game_of_id AS
SELECT DISTINCT league_game_id, date, team_id, opponent_id, is_home
FROM (
    SELECT league_game_id, date, team_id, opponent_id, is_home FROM staged_team_game
    UNION ALL
    SELECT league_game_id, date, team_id, opponent_id, is_home FROM staged_player_line
)
WHERE league_game_id IS NOT NULL;

CREATE TEMP TABLE placed_box_line AS
SELECT box.*, team.team_id, game.date, game.opponent_id, game.is_home
FROM staged_box_line AS box
LEFT JOIN team_wording AS team ON team.source = 'stats.nba.com' AND team.wording = box.team_wording
LEFT JOIN game_of_id AS game
    ON game.league_game_id = box.league_game_id AND game.team_id = team.team_id;

INSERT INTO data_issue
SELECT 'box score of a game that is not known', path, league_game_id,
    count(*) || ' rows from line ' || min(file_line) || ' left out; a game log tells its day'
FROM placed_box_line JOIN source USING (source_id)
WHERE league_game_id NOT IN (SELECT league_game_id FROM game_of_id)
GROUP BY path, league_game_id;

INSERT INTO data_issue
SELECT 'player of no team', path, name,
    'line ' || file_line || ': ' || coalesce(team_wording, '') || ' is not in game '
        || league_game_id || '; left out'
FROM placed_box_line JOIN source USING (source_id)
WHERE date IS NULL AND league_game_id IN (SELECT league_game_id FROM game_of_id);

INSERT INTO staged_player_line BY NAME
SELECT
    source_id, source_rank, file_line, date, team_id, opponent_id, is_home, league_game_id, name,
    source_player_id, coalesce(min, 0) > 0 AS played,
    CASE
        WHEN count(position) OVER (PARTITION BY source_id, league_game_id, team_id) = 5
        THEN position IS NOT NULL
    END AS is_starter,
    position, pts, reb, oreb, dreb, ast, stl, blk, tov, pf, min, fgm, fga, fg3m, fg3a, ftm, fta,
    plus_minus
FROM placed_box_line
WHERE date IS NOT NULL;
