-- Players and their lines, one row per game and man out of all sources.

CREATE TEMP TABLE named_player AS
SELECT player_id, name, 1 AS preference, season FROM staged_roster
UNION ALL
SELECT source_player_id, name, 2, season_of(date) FROM staged_player_line
WHERE source_player_id IS NOT NULL
UNION ALL
SELECT player_id, name, 3, season FROM matched_player;

-- The suffix is a word of its own at the end; the surname is all between it and the first name.
CREATE TABLE player AS
WITH chosen AS (
    SELECT player_id, arg_min(name, (preference, -season[:4]::INTEGER)) AS name
    FROM named_player GROUP BY player_id
),
parted AS (
    SELECT *, regexp_extract(name, '^(.*?)(?:,? +(Jr\.?|Sr\.?|II|III|IV|V))?$', ['rest', 'suffix']) AS part
    FROM chosen
)
SELECT
    player_id, name,
    CASE WHEN contains(part['rest'], ' ') THEN split_part(part['rest'], ' ', 1) END AS first_name,
    CASE
        WHEN contains(part['rest'], ' ') THEN part['rest'][strpos(part['rest'], ' ') + 1 :]
        ELSE part['rest']
    END AS surname,
    nullif(part['suffix'], '') AS suffix
FROM parted
ORDER BY player_id;

CREATE TABLE player_alias AS
WITH wording AS (
    SELECT player_id, name AS alias FROM named_player
    UNION
    SELECT player_id, alias
    FROM reference_player_alias
    JOIN named_player ON lower(named_player.name) = lower(reference_player_alias.player)
    UNION
    -- "Jr." and the like left out, and initials with their dots.
    SELECT player_id, concat_ws(' ', first_name, surname) FROM player
    UNION
    SELECT player_id, concat_ws(' ', first_name[1] || '.' || first_name[2] || '.', surname, suffix)
    FROM player WHERE regexp_matches(first_name, '^[A-Z][A-Z]$')
    UNION
    SELECT player_id, concat_ws(' ', first_name[1] || '.' || first_name[2] || '.', surname)
    FROM player WHERE regexp_matches(first_name, '^[A-Z][A-Z]$')
    UNION
    SELECT player_id, strip_accents(name) FROM player
)
SELECT DISTINCT player_id, alias
FROM wording JOIN player USING (player_id)
WHERE alias <> name
ORDER BY player_id, alias;

CREATE TEMP TABLE ranked_player_line AS
WITH named AS (
    SELECT
        line.rowid AS row_id, line.* EXCLUDE (is_home, source_player_id), game_id, season,
        coalesce(source_player_id, matched_player.player_id) AS player_id
    FROM staged_player_line AS line
    JOIN (SELECT date, team_id, opponent_id, game_id, season FROM resolved_team_game)
        USING (date, team_id, opponent_id)
    LEFT JOIN matched_player USING (name, season, team_id)
)
SELECT
    row_number() OVER (
        PARTITION BY game_id, player_id ORDER BY source_rank, source_id, file_line, row_id
    ) AS preference,
    row_number() OVER (
        PARTITION BY game_id, player_id, source_id ORDER BY file_line, row_id
    ) > 1 AS is_duplicate,
    *
FROM named;

INSERT INTO data_issue
SELECT
    'player twice in a game', path, game_id || ' ' || name,
    coalesce('line ' || min(file_line) || '; ', '') || 'first one kept'
FROM ranked_player_line JOIN source USING (source_id)
WHERE is_duplicate
GROUP BY ALL;

DELETE FROM ranked_player_line WHERE is_duplicate;

CREATE TEMP TABLE merged_player_line AS
SELECT
    game_id, season, date, player_id,
    arg_min(team_id, preference) AS team_id,
    arg_min(opponent_id, preference) AS opponent_id,
    arg_min(played, preference) AS played,
    arg_min(is_starter, preference) AS is_starter,
    arg_min(position, preference) AS position,
    arg_min(min, preference) AS minutes,
    arg_min(pts, preference) AS pts, arg_min(reb, preference) AS reb,
    arg_min(oreb, preference) AS oreb, arg_min(dreb, preference) AS dreb,
    arg_min(ast, preference) AS ast, arg_min(stl, preference) AS stl,
    arg_min(blk, preference) AS blk, arg_min(tov, preference) AS tov,
    arg_min(pf, preference) AS pf, arg_min(plus_minus, preference) AS plus_minus,
    arg_min(fgm, preference) AS fgm, arg_min(fga, preference) AS fga,
    arg_min(fg3m, preference) AS fg3m, arg_min(fg3a, preference) AS fg3a,
    arg_min(ftm, preference) AS ftm, arg_min(fta, preference) AS fta
FROM ranked_player_line
GROUP BY game_id, season, date, player_id;

CREATE TABLE player_line AS
SELECT
    game_id, season, date, player_id, team_id, opponent_id, played, is_starter, position, minutes,
    pts, reb, oreb, dreb, ast, stl, blk, tov, pf, plus_minus,
    fgm, fga, fg3m, fg3a, fgm - fg3m AS fg2m, fga - fg3a AS fg2a, ftm, fta,
    percentage(fgm, fga) AS fg_pct, percentage(fg3m, fg3a) AS fg3_pct,
    percentage(ftm, fta) AS ft_pct,
    (pts >= 10)::INTEGER + (reb >= 10)::INTEGER + (ast >= 10)::INTEGER
        + (stl >= 10)::INTEGER + (blk >= 10)::INTEGER AS double_count,
    double_count >= 2 AS double_double,
    double_count >= 3 AS triple_double,
    double_count >= 4 AS quadruple_double
FROM merged_player_line
ORDER BY game_id, team_id, is_starter DESC NULLS LAST, minutes DESC NULLS LAST, player_id;

CREATE TABLE roster AS
SELECT player_id, season, team_id, max(games_played) AS games_played
FROM (
    SELECT player_id, season, team_id, games_played FROM staged_roster
    UNION ALL
    SELECT player_id, season, team_id, NULL FROM player_line
)
GROUP BY player_id, season, team_id
ORDER BY season, team_id, player_id;
