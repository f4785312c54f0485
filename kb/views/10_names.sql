-- Who and where: teams, coaches, arenas, places.

CREATE TEMP TABLE season AS
SELECT season FROM reference_season
UNION SELECT season_of(date) FROM staged_team_game
UNION SELECT season_of(date) FROM staged_player_line
UNION SELECT season FROM staged_roster;

CREATE TABLE team AS
SELECT
    team_id, season, city, nickname, city || ' ' || nickname AS full_name, conference, division
FROM season
JOIN franchise ON in_seasons(season, first_season, last_season)
ORDER BY season, team_id;

CREATE TABLE team_alias AS
SELECT team_id, season, full_name AS alias, 'full' AS kind FROM team
UNION
SELECT team_id, season, city, 'city' FROM team
UNION
SELECT team_id, season, nickname, 'nickname' FROM team
UNION
SELECT team_id, season, alias, kind
FROM season JOIN reference_team_alias ON in_seasons(season, first_season, last_season)
ORDER BY season, team_id, kind, alias;

CREATE TABLE coach AS
SELECT team_id, name, first_date, last_date, role FROM reference_coach ORDER BY team_id, first_date;

CREATE TABLE arena AS
SELECT team_id, name, city, state, first_date, last_date FROM reference_arena
ORDER BY team_id, first_date;

CREATE TABLE arena_alias AS
SELECT name, alias FROM reference_arena_alias ORDER BY name, alias;

CREATE TABLE place AS
SELECT name, string_split(team_ids, ';') AS team_ids, first_season, last_season
FROM reference_place ORDER BY name, first_season;
