-- What is loaded: reference data, and one staged relation per kind of fact.
-- The staged relations are temporary; views/*.sql turns them into the tables of README.md.
-- $reference is the folder of the reference CSVs.

CREATE TABLE meta (key VARCHAR PRIMARY KEY, value VARCHAR NOT NULL);

CREATE TABLE source (
    source_id INTEGER,
    path VARCHAR,
    kind VARCHAR,
    trust INTEGER,      -- 1 is believed first; see docs/knowledge-base.md
    rows BIGINT,
    games BIGINT
);

CREATE TABLE disagreement (
    game_id VARCHAR,
    what VARCHAR,
    kept_value VARCHAR,
    kept_source VARCHAR,
    other_value VARCHAR,
    other_source VARCHAR
);

-- What a person should know about the sources besides values that differ.
CREATE TABLE remark (kind VARCHAR, source VARCHAR, subject VARCHAR, detail VARCHAR);

-- Reference data ---------------------------------------------------------------------

CREATE TEMP TABLE franchise AS
SELECT *
FROM read_csv($reference || '/franchises.csv', header = true, delim = ',', all_varchar = true);

CREATE TEMP TABLE team_code AS
SELECT *
FROM read_csv($reference || '/team_codes.csv', header = true, delim = ',', all_varchar = true);

CREATE TEMP TABLE reference_team_alias AS
SELECT *
FROM read_csv($reference || '/team_aliases.csv', header = true, delim = ',', all_varchar = true);

CREATE TEMP TABLE reference_arena AS
SELECT * REPLACE (first_date::DATE AS first_date, last_date::DATE AS last_date)
FROM read_csv($reference || '/arenas.csv', header = true, delim = ',', all_varchar = true);

CREATE TEMP TABLE reference_arena_alias AS
SELECT *
FROM read_csv($reference || '/arena_aliases.csv', header = true, delim = ',', all_varchar = true);

CREATE TEMP TABLE neutral_game AS
SELECT * REPLACE (date::DATE AS date)
FROM read_csv($reference || '/neutral_games.csv', header = true, delim = ',', all_varchar = true);

CREATE TEMP TABLE reference_coach AS
SELECT * REPLACE (first_date::DATE AS first_date, last_date::DATE AS last_date)
FROM read_csv($reference || '/coaches.csv', header = true, delim = ',', all_varchar = true);

CREATE TEMP TABLE reference_place AS
SELECT *
FROM read_csv($reference || '/places.csv', header = true, delim = ',', all_varchar = true);

CREATE TEMP TABLE reference_player_alias AS
SELECT *
FROM read_csv($reference || '/player_aliases.csv', header = true, delim = ',', all_varchar = true);

CREATE TABLE statistic AS
SELECT *
FROM read_csv($reference || '/statistics.csv', header = true, delim = ',', all_varchar = true);

-- First and last day of each regular season and the number of its games.
CREATE TEMP TABLE reference_season AS
SELECT * REPLACE (first_date::DATE AS first_date, last_date::DATE AS last_date, games::INTEGER AS games)
FROM read_csv($reference || '/seasons.csv', header = true, delim = ',', all_varchar = true);

CREATE TEMP TABLE time_zone AS
SELECT *
FROM read_csv($reference || '/time_zones.csv', header = true, delim = ',', all_varchar = true);

-- How each kind of source words a team: its own codes, and the names of the franchise.
CREATE TEMP TABLE team_wording AS
SELECT DISTINCT source, lower(code) AS wording, team_id, NULL AS first_season, NULL AS last_season
FROM team_code
UNION
SELECT 'name', lower(nickname), team_id, first_season, last_season FROM franchise
UNION
SELECT 'name', lower(city || ' ' || nickname), team_id, first_season, last_season FROM franchise
UNION
SELECT 'name', lower(alias), team_id, first_season, last_season FROM reference_team_alias
WHERE kind <> 'city';

-- Macros -----------------------------------------------------------------------------

-- 2014-11-05 and 2015-04-01 belong to 2014-15.
CREATE TEMP MACRO season_of(day) AS (
    year(day - INTERVAL 7 MONTH)::VARCHAR || '-'
    || right((year(day - INTERVAL 7 MONTH) + 1)::VARCHAR, 2)
);

-- Whether a season lies in a spell whose ends are NULL where open.
CREATE TEMP MACRO in_seasons(season, first_season, last_season) AS (
    season BETWEEN coalesce(first_season, '0') AND coalesce(last_season, '9')
);

-- An id of stats.nba.com with its leading zeros, which tools that take it for a number drop.
CREATE TEMP MACRO league_game_id_of(id) AS lpad(id, 10, '0');

CREATE TEMP MACRO percentage(made, attempts) AS (
    CASE WHEN attempts > 0 THEN 100.0 * made / attempts END::DOUBLE
);

-- Staged facts -----------------------------------------------------------------------

CREATE TEMP TABLE staged_team_game (
    source_id INTEGER,
    trust INTEGER,
    date DATE,
    team_id VARCHAR,
    opponent_id VARCHAR,
    is_home BOOLEAN,
    league_game_id VARCHAR, -- stats.nba.com's id of the game, NULL where the source has none
    tip_off TIME,           -- Eastern time
    wins INTEGER,           -- after the game, as the source states them
    losses INTEGER,
    periods INTEGER[],      -- quarters, then overtimes where known one by one
    pts INTEGER, reb INTEGER, oreb INTEGER, dreb INTEGER, ast INTEGER, stl INTEGER,
    blk INTEGER, tov INTEGER, pf INTEGER, min INTEGER,
    fgm INTEGER, fga INTEGER, fg3m INTEGER, fg3a INTEGER, ftm INTEGER, fta INTEGER,
    fg_pct DOUBLE, fg3_pct DOUBLE, ft_pct DOUBLE
);

CREATE TEMP TABLE staged_player_line (
    source_id INTEGER,
    trust INTEGER,
    date DATE,
    team_id VARCHAR,
    opponent_id VARCHAR,
    is_home BOOLEAN,
    league_game_id VARCHAR,
    name VARCHAR,
    source_player_id BIGINT,    -- stats.nba.com's, NULL where the source has none
    played BOOLEAN,
    is_starter BOOLEAN,
    position VARCHAR,
    pts INTEGER, reb INTEGER, oreb INTEGER, dreb INTEGER, ast INTEGER, stl INTEGER,
    blk INTEGER, tov INTEGER, pf INTEGER, min INTEGER,
    fgm INTEGER, fga INTEGER, fg3m INTEGER, fg3a INTEGER, ftm INTEGER, fta INTEGER,
    plus_minus INTEGER
);

CREATE TEMP TABLE staged_standing (
    source_id INTEGER,
    date DATE,              -- games of this day are counted
    team_id VARCHAR,
    conference_rank INTEGER,
    wins INTEGER,
    losses INTEGER,
    games_back DOUBLE
);

CREATE TEMP TABLE staged_roster (
    source_id INTEGER,
    season VARCHAR,
    player_id BIGINT,
    name VARCHAR,
    team_id VARCHAR,
    games_played INTEGER
);

-- Spells in which every game of a team is known although the season is not complete.
CREATE TEMP TABLE staged_schedule_coverage (
    source_id INTEGER,
    team_id VARCHAR,
    first_date DATE,
    last_date DATE
);

-- Filled in by the engine: who a name without an id is.
CREATE TEMP TABLE matched_player (
    name VARCHAR,
    season VARCHAR,
    team_id VARCHAR,
    player_id BIGINT
);
