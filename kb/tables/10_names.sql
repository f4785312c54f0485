-- Who and where: teams, coaches, arenas, places.

CREATE TEMP TABLE season AS
SELECT season FROM reference_season
UNION SELECT season_of(date) FROM staged_team_game
UNION SELECT season_of(date) FROM staged_player_line
UNION SELECT season FROM staged_roster;

-- Outside the reference data teams are named as in its first or last season, or as the game logs
-- say; whom they are grouped with is not known.
CREATE TABLE team AS
WITH stated AS (
    SELECT season, team_id, min(full_name) AS full_name
    FROM staged_team_name
    GROUP BY ALL
    HAVING count(DISTINCT full_name) = 1
),
named AS (
    SELECT
        franchise.team_id, season, nickname,
        -- "New Jersey Nets" bear a nickname that is known in a city that is not.
        CASE
            WHEN in_reference(season) OR stated.full_name IS NULL OR EXISTS (
                FROM team_wording
                WHERE source = 'name' AND wording = lower(stated.full_name)
                  AND team_wording.team_id = franchise.team_id
                  AND in_seasons(season, team_wording.first_season, team_wording.last_season)
            ) THEN city
            WHEN ends_with(stated.full_name, ' ' || nickname)
                THEN left(stated.full_name, len(stated.full_name) - len(nickname) - 1)
        END AS city,
        CASE WHEN in_reference(season) THEN conference END AS conference,
        CASE WHEN in_reference(season) THEN division END AS division
    FROM season
    JOIN franchise ON in_seasons(season, first_season, last_season)
    LEFT JOIN stated USING (season, team_id)
)
SELECT team_id, season, city, nickname, city || ' ' || nickname AS full_name, conference, division
FROM named
-- Another nickname than any that is known: the team goes without a name.
WHERE city IS NOT NULL
ORDER BY season, team_id;

INSERT INTO data_issue
SELECT
    'season beyond the reference data', NULL, season,
    'arenas, coaches, conferences, games away from home and the number of games are not known; '
    || count(team_id) || ' teams are named as in ' || CASE
        WHEN season > getvariable('last_season') THEN getvariable('last_season')
        ELSE getvariable('first_season')
    END || ' or as in the game logs'
FROM season LEFT JOIN team USING (season)
WHERE NOT in_reference(season)
GROUP BY season;

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
WHERE name IS NOT NULL
UNION ALL
-- Of days that the reference data does not know, what schedules say.
SELECT home_id, arena, staged_site.city, staged_site.state, min(date), max(date)
FROM staged_site
ANTI JOIN reference_arena
    ON reference_arena.team_id = home_id AND date BETWEEN first_date AND last_date
WHERE NOT neutral AND arena IS NOT NULL
GROUP BY ALL
ORDER BY team_id, first_date;

CREATE TABLE arena_alias AS
SELECT name, alias FROM reference_arena_alias ORDER BY name, alias;

CREATE TABLE place AS
SELECT name, string_split(team_ids, ';') AS team_ids, first_season, last_season
FROM reference_place ORDER BY name, first_season;
