-- RotoWire games: line score, team totals and box score of one game per object.

CREATE OR REPLACE TEMP TABLE rotowire_game AS
WITH named AS (
    SELECT
        *,
        strptime(day, '%m_%d_%y')::DATE AS date,
        (SELECT min(team_id) FROM team_wording
         WHERE source = 'name' AND wording = lower(home_name)
           AND in_seasons(season_of(date), first_season, last_season)) AS home_id,
        (SELECT min(team_id) FROM team_wording
         WHERE source = 'name' AND wording = lower(vis_name)
           AND in_seasons(season_of(date), first_season, last_season)) AS away_id
    FROM raw
)
-- Some files hold the visitors' line under the home team's key: the line's own name decides.
SELECT
    * EXCLUDE (home_line, vis_line),
    lower(home_line['TEAM-NAME']) = lower(vis_name)
        AND lower(vis_line['TEAM-NAME']) = lower(home_name) IS TRUE AS swapped_by_name,
    CASE WHEN swapped_by_name THEN vis_line ELSE home_line END AS home_line,
    CASE WHEN swapped_by_name THEN home_line ELSE vis_line END AS away_line
FROM named;

INSERT INTO data_issue
SELECT 'unknown team', $path, home_city || ' ' || home_name || ' or ' || vis_city || ' ' || vis_name,
       'game of ' || date || ' left out'
FROM rotowire_game
WHERE home_id IS NULL OR away_id IS NULL;

DELETE FROM rotowire_game WHERE home_id IS NULL OR away_id IS NULL;

CREATE OR REPLACE TEMP TABLE rotowire_line AS
WITH listed AS (
    SELECT *, unnest(map_keys(box_score['PLAYER_NAME'])) AS key FROM rotowire_game
),
field AS (
    SELECT
        game_number, date, home_id, away_id, home_city, vis_city, key,
        box_score['PLAYER_NAME'][key] AS name,
        box_score['TEAM_CITY'][key] AS city,
        nullif(box_score['START_POSITION'][key], '') AS start_position,
        map_contains(box_score, 'START_POSITION') AS positions_known,
        map_from_entries(list_transform(
            list_filter(map_keys(box_score), lambda f: f NOT IN ('PLAYER_NAME', 'FIRST_NAME', 'SECOND_NAME', 'TEAM_CITY', 'START_POSITION')),
            lambda f: struct_pack(k := f, v := try_cast(box_score[f][key] AS DOUBLE)::INTEGER)
        )) AS value
    FROM listed
)
SELECT
    *,
    CASE
        WHEN lower(home_city) = lower(vis_city) THEN NULL
        WHEN lower(city) = lower(home_city) THEN true
        WHEN lower(city) = lower(vis_city) THEN false
    END AS is_home
FROM field;

-- Two teams of one city: the roster of the season says who is whose.
UPDATE rotowire_line SET is_home = (
    SELECT CASE WHEN count(DISTINCT team_id) = 1 THEN any_value(team_id = home_id) END
    FROM staged_roster
    WHERE season = season_of(rotowire_line.date)
      AND lower(staged_roster.name) = lower(rotowire_line.name)
      AND team_id IN (home_id, away_id)
)
WHERE is_home IS NULL;

INSERT INTO data_issue
SELECT 'player without team', $path, name, 'listed under "' || coalesce(city, '') || '" on ' || date || ', left out'
FROM rotowire_line WHERE is_home IS NULL;

INSERT INTO staged_player_line BY NAME
SELECT
    $source_id::INTEGER AS source_id,
    $source_rank::INTEGER AS source_rank,
    date,
    CASE WHEN is_home THEN home_id ELSE away_id END AS team_id,
    CASE WHEN is_home THEN away_id ELSE home_id END AS opponent_id,
    is_home,
    name,
    value['PTS'] IS NOT NULL OR coalesce(value['MIN'], 0) > 0 AS played,
    CASE WHEN positions_known THEN coalesce(start_position, 'N/A') <> 'N/A' END AS is_starter,
    nullif(start_position, 'N/A') AS position,
    value['PTS'] AS pts, value['REB'] AS reb, value['OREB'] AS oreb, value['DREB'] AS dreb,
    value['AST'] AS ast, value['STL'] AS stl, value['BLK'] AS blk, value['TO'] AS tov,
    value['PF'] AS pf, value['MIN'] AS min, value['FGM'] AS fgm, value['FGA'] AS fga,
    value['FG3M'] AS fg3m, value['FG3A'] AS fg3a, value['FTM'] AS ftm, value['FTA'] AS fta
FROM rotowire_line
WHERE is_home IS NOT NULL AND name <> 'N/A';

-- A line whose points are the sum of the other side's men was swapped as well.
CREATE OR REPLACE TEMP TABLE rotowire_swap AS
SELECT
    game_number,
    swapped_by_name,
    coalesce(
        try_cast(home_line['TEAM-PTS'] AS INTEGER) = away_sum
        AND try_cast(away_line['TEAM-PTS'] AS INTEGER) = home_sum
        AND home_sum <> away_sum, false
    ) AS swapped_by_points
FROM rotowire_game
LEFT JOIN (
    SELECT
        game_number,
        sum(value['PTS']) FILTER (is_home) AS home_sum,
        sum(value['PTS']) FILTER (NOT is_home) AS away_sum
    FROM rotowire_line GROUP BY game_number
) USING (game_number);

INSERT INTO data_issue
SELECT 'swapped line score', $path, date || ' ' || away_id || ' at ' || home_id, 'put right'
FROM rotowire_game JOIN rotowire_swap USING (game_number)
WHERE rotowire_swap.swapped_by_name OR swapped_by_points;

INSERT INTO staged_team_game BY NAME
WITH side AS (
    SELECT
        game_number, date, home_id AS team_id, away_id AS opponent_id, true AS is_home,
        CASE WHEN swapped_by_points THEN away_line ELSE home_line END AS line
    FROM rotowire_game JOIN rotowire_swap USING (game_number)
    UNION ALL
    SELECT
        game_number, date, away_id, home_id, false,
        CASE WHEN swapped_by_points THEN home_line ELSE away_line END
    FROM rotowire_game JOIN rotowire_swap USING (game_number)
),
total AS (
    SELECT
        game_number, is_home,
        sum(value['OREB'])::INTEGER AS oreb, sum(value['DREB'])::INTEGER AS dreb,
        sum(value['STL'])::INTEGER AS stl, sum(value['BLK'])::INTEGER AS blk,
        sum(value['PF'])::INTEGER AS pf, sum(value['MIN'])::INTEGER AS min,
        sum(value['FGM'])::INTEGER AS fgm, sum(value['FGA'])::INTEGER AS fga,
        sum(value['FG3M'])::INTEGER AS fg3m, sum(value['FG3A'])::INTEGER AS fg3a,
        sum(value['FTM'])::INTEGER AS ftm, sum(value['FTA'])::INTEGER AS fta
    FROM rotowire_line WHERE is_home IS NOT NULL GROUP BY game_number, is_home
)
SELECT
    $source_id::INTEGER AS source_id,
    $source_rank::INTEGER AS source_rank,
    date, team_id, opponent_id, is_home,
    try_cast(line['TEAM-WINS'] AS INTEGER) AS wins,
    try_cast(line['TEAM-LOSSES'] AS INTEGER) AS losses,
    CASE WHEN try_cast(line['TEAM-PTS_QTR4'] AS INTEGER) IS NOT NULL THEN [
        try_cast(line['TEAM-PTS_QTR1'] AS INTEGER), try_cast(line['TEAM-PTS_QTR2'] AS INTEGER),
        try_cast(line['TEAM-PTS_QTR3'] AS INTEGER), try_cast(line['TEAM-PTS_QTR4'] AS INTEGER)
    ] END AS periods,
    try_cast(line['TEAM-PTS'] AS INTEGER) AS pts,
    try_cast(line['TEAM-REB'] AS INTEGER) AS reb,
    try_cast(line['TEAM-AST'] AS INTEGER) AS ast,
    try_cast(line['TEAM-TOV'] AS INTEGER) AS tov,
    try_cast(line['TEAM-FG_PCT'] AS DOUBLE) AS fg_pct,
    try_cast(line['TEAM-FG3_PCT'] AS DOUBLE) AS fg3_pct,
    try_cast(line['TEAM-FT_PCT'] AS DOUBLE) AS ft_pct,
    240 + 25 * round((total.min - 240) / 25.0)::INTEGER AS min,
    total.* EXCLUDE (game_number, is_home, min)
FROM side
LEFT JOIN total USING (game_number, is_home);
