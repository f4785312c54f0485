-- What is loaded: reference data, and one staged relation per kind of fact.
-- The staged relations are temporary; tables/*.sql turns them into the tables of README.md. A copy
-- of them stays in the schema `staged` of the file, for updates (updates/*.sql).
-- $reference is the folder of the reference CSVs.

CREATE TABLE meta (key VARCHAR PRIMARY KEY, value VARCHAR NOT NULL);

CREATE TABLE source (
    source_id INTEGER,
    path VARCHAR,
    kind VARCHAR,
    source_rank INTEGER,      -- 1 is believed first; see docs/knowledge-base.md
    rows BIGINT,
    games BIGINT,
    digest VARCHAR      -- SHA-256 of the file
);

CREATE TABLE conflict (
    game_id VARCHAR,
    what VARCHAR,
    kept_value VARCHAR,
    kept_source VARCHAR,
    other_value VARCHAR,
    other_source VARCHAR
);

-- What a person should know about the sources besides values that differ.
CREATE TABLE data_issue (kind VARCHAR, source VARCHAR, subject VARCHAR, detail VARCHAR);

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
SELECT * REPLACE (date::DATE AS date, in_standings = 'yes' AS in_standings)
FROM read_csv($reference || '/neutral_games.csv', header = true, delim = ',', all_varchar = true);

-- Days on which every game was played in one place.
CREATE TEMP TABLE neutral_spell AS
SELECT * REPLACE (first_date::DATE AS first_date, last_date::DATE AS last_date)
FROM read_csv($reference || '/neutral_spells.csv', header = true, delim = ',', all_varchar = true);

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

-- First and last day of each regular season, the number of its games, and the first day of its
-- playoffs; between them is the play-in.
CREATE TEMP TABLE reference_season AS
SELECT * REPLACE (
    first_date::DATE AS first_date, last_date::DATE AS last_date, games::INTEGER AS games,
    playoffs_date::DATE AS playoffs_date
)
FROM read_csv($reference || '/seasons.csv', header = true, delim = ',', all_varchar = true);

CREATE TEMP TABLE time_zone AS
SELECT *
FROM read_csv($reference || '/time_zones.csv', header = true, delim = ',', all_varchar = true);

-- The first and the last season of the reference data.
SET VARIABLE first_season = (SELECT min(first_season) FROM franchise);
SET VARIABLE last_season = (SELECT max(last_season) FROM franchise);

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

CREATE TEMP MACRO season_starting(year) AS (
    year::VARCHAR || '-' || right((year + 1)::VARCHAR, 2)
);

-- 2014-11-05 and 2015-04-01 belong to 2014-15. The season of 2019-20 ended in October.
CREATE TEMP MACRO season_of(day) AS (
    CASE WHEN day BETWEEN DATE '2020-08-01' AND DATE '2020-10-31' THEN '2019-20'
         ELSE season_starting(year(day - INTERVAL 7 MONTH)) END
);

-- Whether a season lies in a spell whose ends are NULL where open. What holds in the first or
-- the last season of the reference data is taken to hold before or after it as well.
CREATE TEMP MACRO in_seasons(season, first_season, last_season) AS (
    season BETWEEN coalesce(nullif(first_season, getvariable('first_season')), '0')
               AND coalesce(nullif(last_season, getvariable('last_season')), '9')
);

CREATE TEMP MACRO in_reference(season) AS (
    season BETWEEN getvariable('first_season') AND getvariable('last_season')
);

-- An id of stats.nba.com with its leading zeros, which tools that take it for a number drop.
CREATE TEMP MACRO league_game_id_of(id) AS lpad(id, 10, '0');

-- "34:12", "34.000000:12" and "PT34M12.00S" in minutes; NULL of who did not play.
CREATE TEMP MACRO minutes_of(text) AS (
    round(
        regexp_extract(text, '^(?:PT)?(\d+)', 1)::INTEGER
        + coalesce(try_cast(regexp_extract(text, '[:M](\d+)', 1) AS INTEGER), 0) / 60
    )::INTEGER
);

-- How many rows were left out, and where they begin.
CREATE TEMP MACRO left_out(rows, first_line) AS (
    rows || ' rows left out, the first in line ' || first_line
);

-- What the third digit of a game's id at stats.nba.com says; NULL where there is no id.
CREATE TEMP MACRO stage_of(league_game_id) AS (
    CASE left(league_game_id, 3)
        WHEN '001' THEN 'preseason' WHEN '002' THEN 'regular season' WHEN '003' THEN 'all-star'
        WHEN '004' THEN 'playoffs' WHEN '005' THEN 'play-in' WHEN '006' THEN 'cup final'
    END
);

CREATE TEMP MACRO percentage(made, attempts) AS (
    CASE WHEN attempts > 0 THEN 100.0 * made / attempts END::DOUBLE
);

-- "MISS Davis 20' Driving Layup Shot (3 PTS)": driving layup.
CREATE TEMP MACRO shot_detail(description) AS (
    -- "No Shot" is a basket of which the scorer did not say what it was.
    nullif(replace(replace(regexp_replace(lower(trim(description)), ' shot$', ''),
        'pull-up', 'pullup'), 'jumper', 'jump'), 'no')
);

-- stats.nba.com's numbers of kinds of event; those of nobody's doing have none.
CREATE TEMP MACRO event_kind(type) AS (
    ['shot', 'shot', 'free throw', 'rebound', 'turnover', 'foul', 'violation', NULL, 'timeout',
     'jump ball'][type]
);

-- "Holiday Bad Pass Turnover (P1.T1)": bad pass.
CREATE TEMP MACRO event_detail(type, description) AS (
    CASE
        WHEN type <= 2
            THEN shot_detail(regexp_extract(
                regexp_replace(description, '( \(.*|^MISS )', '', 'g'),
                '(?:\d+''|  ) *(?:3PT )?([A-Z][A-Za-z -]+)$', 1))
        WHEN type = 3 THEN lower(regexp_extract(description, 'Free Throw ([A-Za-z ]*\d of \d|[A-Z][a-z]+)', 1))
        WHEN type = 5 THEN lower(trim(regexp_extract(
            description, '(Traveling|Bad Pass|Lost Ball|Foul|Shot Clock|Offensive Foul|Step Out of Bounds|Backcourt|3 Second|Double Dribble|Palming|Inbound|Out of Bounds|Kicked Ball|Lane|Offensive Goaltending)', 1)))
        WHEN type = 6 THEN lower(trim(regexp_extract(
            description, '(S|P|L\.B|OFF|T|IN|C\.P|FLAGRANT|Charge|Take|Block)[. ]*(?:FOUL|Foul)', 1)))
        WHEN type = 7 THEN lower(trim(regexp_extract(description, 'Violation: ?([A-Z][A-Za-z ]*)', 1)))
    END
);

-- "11:43", "0:08.3" and "PT11M43.00S" in seconds.
CREATE TEMP MACRO clock_seconds(text) AS (
    60 * regexp_extract(text, '(\d+) ?[:M]', 1)::INTEGER
    + regexp_extract(text, '[:M] ?(\d+)', 1)::INTEGER
);

-- Staged facts -----------------------------------------------------------------------

CREATE TEMP TABLE staged_team_game (
    source_id INTEGER,
    source_rank INTEGER,
    file_line INTEGER,      -- NULL of JSON, and of the sums of players' lines
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
    source_rank INTEGER,
    file_line INTEGER,      -- NULL of JSON
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

-- Lines of a game of which only stats.nba.com's id is known.
CREATE TEMP TABLE staged_box_line (
    source_id INTEGER,
    source_rank INTEGER,
    file_line BIGINT,
    league_game_id VARCHAR,
    team_wording VARCHAR,
    name VARCHAR,
    source_player_id BIGINT,
    position VARCHAR,           -- of a starter
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

-- Where a source says that a game was played.
CREATE TEMP TABLE staged_site (
    source_id INTEGER,
    date DATE,
    home_id VARCHAR,
    away_id VARCHAR,
    arena VARCHAR,
    city VARCHAR,
    state VARCHAR,
    neutral BOOLEAN
);

-- What a source calls a team in a season.
CREATE TEMP TABLE staged_team_name (
    source_id INTEGER,
    season VARCHAR,
    team_id VARCHAR,
    full_name VARCHAR
);

-- Spells in which every game of a team is known although the season is not complete.
CREATE TEMP TABLE staged_schedule_coverage (
    source_id INTEGER,
    team_id VARCHAR,
    first_date DATE,
    last_date DATE
);

-- Which game a code of stats.nba.com is, told by the game logs: plays have nothing else.
CREATE TEMP TABLE staged_game_code (
    source_id INTEGER,
    game_code VARCHAR,
    date DATE,
    team_id VARCHAR,
    opponent_id VARCHAR
);

CREATE TEMP TABLE staged_period_line (
    source_id INTEGER,
    file_line INTEGER,
    date DATE,
    team_id VARCHAR,
    player_id BIGINT,
    period TINYINT,         -- 5 is the first overtime
    seconds SMALLINT,       -- on the court
    pts SMALLINT, oreb SMALLINT, dreb SMALLINT, ast SMALLINT, stl SMALLINT, blk SMALLINT,
    tov SMALLINT, pf SMALLINT, fgm SMALLINT, fga SMALLINT, fg3m SMALLINT, fg3a SMALLINT,
    ftm SMALLINT, fta SMALLINT
);

CREATE TEMP TABLE staged_play (
    source_id INTEGER,
    file_line INTEGER,
    game_code VARCHAR,      -- as in staged_game_code, or our own game_id
    period TINYINT,         -- 5 is the first overtime
    clock SMALLINT,         -- seconds to play in the period
    kind VARCHAR,           -- one of the kinds of play
    detail VARCHAR,         -- "driving layup", "traveling"
    made BOOLEAN,           -- shots and free throws
    value TINYINT,          -- points that it is worth: 3, 2, 1
    distance TINYINT,       -- feet
    team_wording VARCHAR,   -- in lower case; NULL where a player alone is named
    player_id BIGINT,
    other_id BIGINT,        -- who assisted, blocked, stole or was fouled
    away_points SMALLINT,   -- after the play, where stated
    home_points SMALLINT
);

-- Filled in by the engine: who a name without an id is.
CREATE TEMP TABLE matched_player (
    name VARCHAR,
    season VARCHAR,
    team_id VARCHAR,
    player_id BIGINT
);
