-- One row per game and team out of all sources, the value of the best source rank first.

-- A cancelled game, which some sources list with no points on either side, is no game.
CREATE TEMP TABLE unplayed_game AS
SELECT own.rowid AS row_id, own.source_id, own.date, own.team_id, own.opponent_id
FROM staged_team_game AS own
JOIN staged_team_game AS other
    ON other.date = own.date AND other.team_id = own.opponent_id
    AND other.opponent_id = own.team_id AND other.source_id = own.source_id
WHERE own.pts = 0 AND other.pts = 0;

INSERT INTO data_issue
SELECT 'game not played', path, date || ' ' || team_id || ' and ' || opponent_id, 'left out'
FROM unplayed_game JOIN source USING (source_id)
WHERE team_id < opponent_id;

DELETE FROM staged_team_game WHERE rowid IN (SELECT row_id FROM unplayed_game);

-- Quarters are used when they add up to the points, or, where overtimes are not given one by
-- one, when they end in a tie below the final score.
CREATE TEMP TABLE stated_periods AS
SELECT
    own.rowid AS row_id, own.source_id, own.source_rank, own.date, own.team_id, own.opponent_id,
    own.pts, own.periods,
    coalesce(
        len(own.periods) = len(other.periods)
        AND (
            (list_sum(own.periods) = own.pts AND list_sum(other.periods) = other.pts)
            OR (
                len(own.periods) = 4 AND list_sum(own.periods) = list_sum(other.periods)
                AND list_sum(own.periods) < least(own.pts, other.pts)
            )
        ), false
    ) AS adds_up
FROM staged_team_game AS own
JOIN staged_team_game AS other
    ON other.date = own.date AND other.team_id = own.opponent_id
    AND other.opponent_id = own.team_id AND other.source_id = own.source_id
WHERE own.periods IS NOT NULL;

INSERT INTO data_issue
SELECT DISTINCT 'quarters do not add up', path, date || ' ' || team_id || ' and ' || opponent_id,
    'quarters of this source left out'
FROM stated_periods JOIN source USING (source_id)
WHERE NOT adds_up AND team_id < opponent_id;

-- The league's logs are right more often than the box scores with quarters, except that points
-- which the quarters confirm are believed first; a row with other points comes last as a whole.
CREATE TEMP TABLE ranked_team_game AS
WITH confirmed AS (
    SELECT date, team_id, opponent_id, arg_min(pts, source_rank) AS confirmed_pts
    FROM stated_periods WHERE adds_up AND source_rank <= 3
    GROUP BY ALL
)
SELECT
    row_number() OVER (
        PARTITION BY date, team_id, opponent_id
        ORDER BY
            pts <> coalesce(confirmed_pts, pts), source_rank, source_id, file_line, row.rowid
    ) AS preference,
    -- The file's order decides between two rows of one source; the later one is a duplicate.
    row_number() OVER (
        PARTITION BY date, team_id, opponent_id, source_id ORDER BY file_line, row.rowid
    ) > 1 AS is_duplicate,
    row.rowid AS row_id,
    row.*
FROM staged_team_game AS row
LEFT JOIN confirmed USING (date, team_id, opponent_id);

INSERT INTO data_issue
SELECT 'duplicate game', path, date || ' ' || least(team_id, opponent_id) || ' and '
    || greatest(team_id, opponent_id),
    coalesce('line ' || min(file_line) || '; ', '') || 'first one kept'
FROM ranked_team_game JOIN source USING (source_id)
WHERE is_duplicate
GROUP BY ALL;

INSERT INTO data_issue
SELECT
    'season in two files', any_value(path), season_of(date),
    count(*) // 2 || ' games also in ' || any_value(other_path) || ', which is believed'
FROM (
    SELECT
        row.date, row.source_id, source.path, min(other.source_id) AS other_id,
        arg_min(other_source.path, other.source_id) AS other_path
    FROM staged_team_game AS row
    JOIN source ON source.source_id = row.source_id
    JOIN staged_team_game AS other
        ON other.date = row.date AND other.team_id = row.team_id
        AND other.opponent_id = row.opponent_id AND other.source_id < row.source_id
    JOIN source AS other_source
        ON other_source.source_id = other.source_id AND other_source.kind = source.kind
    GROUP BY row.date, row.team_id, row.opponent_id, row.source_id, source.path
)
GROUP BY source_id, other_id, season_of(date);

-- A source whose two lines are the better source's the other way round.
CREATE TEMP TABLE swapped_game AS
SELECT DISTINCT other.source_id, other.date, other.team_id, other.opponent_id
FROM ranked_team_game AS other
JOIN ranked_team_game AS opponent
    ON opponent.source_id = other.source_id AND opponent.date = other.date
    AND opponent.team_id = other.opponent_id AND opponent.opponent_id = other.team_id
    AND opponent.is_duplicate = other.is_duplicate
JOIN ranked_team_game AS best
    ON best.date = other.date AND best.team_id = other.team_id
    AND best.opponent_id = other.opponent_id AND best.preference = 1
JOIN ranked_team_game AS best_opponent
    ON best_opponent.date = other.date AND best_opponent.team_id = other.opponent_id
    AND best_opponent.opponent_id = other.team_id AND best_opponent.preference = 1
WHERE other.pts = best_opponent.pts AND opponent.pts = best.pts AND best.pts <> best_opponent.pts;

INSERT INTO data_issue
SELECT 'swapped line score', path, date || ' ' || team_id || ' and ' || opponent_id, 'left out'
FROM swapped_game JOIN source USING (source_id)
WHERE team_id < opponent_id;

CREATE TEMP TABLE paired_team_game AS
SELECT
    *,
    first_value(pts IGNORE NULLS) OVER (
        PARTITION BY date, team_id, opponent_id ORDER BY preference
        ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING
    ) AS believed_pts
FROM ranked_team_game
ANTI JOIN swapped_game USING (source_id, date, team_id, opponent_id)
WHERE NOT is_duplicate;

-- The sum of players of whom some are missing is no statement of a team's numbers.
CREATE TEMP TABLE partial_team_game AS
SELECT row_id, source_id, date, team_id, pts, believed_pts
FROM paired_team_game WHERE min < 240 AND pts < believed_pts;

INSERT INTO data_issue
SELECT
    'players missing', path, date || ' ' || team_id,
    pts || ' points in all, ' || believed_pts || ' by others; sums left out'
FROM partial_team_game JOIN source USING (source_id);

CREATE TEMP TABLE usable_team_game AS
FROM paired_team_game ANTI JOIN partial_team_game USING (row_id);

CREATE TEMP TABLE merged_team_game AS
SELECT
    date, team_id, opponent_id,
    arg_min(is_home, preference) AS is_home,
    arg_min(league_game_id, preference) AS league_game_id,
    min(source_rank) AS source_rank,
    arg_min(tip_off, preference) AS eastern_tip_off,
    arg_min(wins, preference) AS stated_wins,
    arg_min(losses, preference) AS stated_losses,
    arg_min(pts, preference) AS pts, arg_min(reb, preference) AS reb,
    arg_min(oreb, preference) AS oreb, arg_min(dreb, preference) AS dreb,
    arg_min(ast, preference) AS ast, arg_min(stl, preference) AS stl,
    arg_min(blk, preference) AS blk, arg_min(tov, preference) AS tov,
    arg_min(pf, preference) AS pf, arg_min(min, preference) AS min,
    arg_min(fgm, preference) AS fgm, arg_min(fga, preference) AS fga,
    arg_min(fg3m, preference) AS fg3m, arg_min(fg3a, preference) AS fg3a,
    arg_min(ftm, preference) AS ftm, arg_min(fta, preference) AS fta,
    arg_min(fg_pct, preference) AS stated_fg_pct,
    arg_min(fg3_pct, preference) AS stated_fg3_pct,
    arg_min(ft_pct, preference) AS stated_ft_pct
FROM usable_team_game
GROUP BY date, team_id, opponent_id;

CREATE TEMP TABLE resolved_game AS
SELECT
    home.date, season_of(home.date) AS season,
    strftime(home.date, '%Y-%m-%d') || '-' || away.team_id || '-' || home.team_id AS game_id,
    home.team_id AS home_id, away.team_id AS away_id,
    least(home.source_rank, away.source_rank) AS source_rank,
    home.pts AS home_points, away.pts AS away_points,
    coalesce(home.eastern_tip_off, away.eastern_tip_off) AS eastern_tip_off,
    coalesce(home.league_game_id, away.league_game_id) AS league_game_id,
    coalesce(stage_of(coalesce(home.league_game_id, away.league_game_id)), CASE
        WHEN NOT in_standings THEN 'cup final'
        WHEN home.date >= playoffs_date THEN 'playoffs'
        WHEN home.date > last_date THEN 'play-in'
        ELSE 'regular season'
    END) AS stage,
    stage = 'regular season' AS regular_season
FROM merged_team_game AS home
JOIN merged_team_game AS away
    ON away.date = home.date AND away.team_id = home.opponent_id
    AND away.opponent_id = home.team_id
LEFT JOIN reference_season ON reference_season.season = season_of(home.date)
LEFT JOIN neutral_game
    ON neutral_game.date = home.date AND neutral_game.visitors IN (home.team_id, away.team_id)
    AND neutral_game.hosts IN (home.team_id, away.team_id)
WHERE home.is_home AND NOT away.is_home;

INSERT INTO data_issue
SELECT
    'game with one side only', path, date || ' ' || team_id || ' and ' || opponent_id,
    coalesce('line ' || file_line || '; ', '') || 'left out'
FROM (FROM ranked_team_game WHERE preference = 1) AS row
JOIN source USING (source_id)
WHERE NOT EXISTS (
    FROM resolved_game
    WHERE resolved_game.date = row.date AND row.team_id IN (home_id, away_id)
      AND row.opponent_id IN (home_id, away_id)
);

-- Preseason and all-star games are no games of the season.
INSERT INTO data_issue
SELECT 'game of no season', NULL, game_id, stage || ', left out'
FROM resolved_game WHERE stage IN ('preseason', 'all-star');

DELETE FROM resolved_game WHERE stage IN ('preseason', 'all-star');

-- A season is complete when as many games are known as were played (reference/seasons.csv).
CREATE TEMP TABLE complete_season AS
SELECT season, reference_season.first_date, reference_season.last_date
FROM resolved_game JOIN reference_season USING (season)
WHERE regular_season AND source_rank <= 3
GROUP BY ALL
HAVING count(*) = any_value(reference_season.games);

INSERT INTO data_issue
SELECT 'game not in the schedule', NULL, game_id, 'left out'
FROM resolved_game JOIN complete_season USING (season)
WHERE regular_season AND source_rank > 3;

DELETE FROM resolved_game
WHERE regular_season AND source_rank > 3 AND season IN (SELECT season FROM complete_season);

CREATE TEMP TABLE resolved_team_game AS
SELECT game_id, season, regular_season, merged_team_game.*, periods.periods
FROM merged_team_game
JOIN resolved_game
    ON resolved_game.date = merged_team_game.date
    AND merged_team_game.team_id IN (home_id, away_id)
    AND merged_team_game.opponent_id IN (home_id, away_id)
LEFT JOIN (
    SELECT date, team_id, opponent_id, arg_min(periods, preference) AS periods
    FROM usable_team_game
    SEMI JOIN (FROM stated_periods WHERE adds_up) USING (row_id)
    WHERE pts = believed_pts
    GROUP BY ALL
) AS periods
    ON periods.date = merged_team_game.date AND periods.team_id = merged_team_game.team_id
    AND periods.opponent_id = merged_team_game.opponent_id;

-- Spells in which every regular-season game of a team is known.
CREATE TEMP TABLE schedule_spell AS
SELECT season, team_id, first_date, last_date, true AS from_opener
FROM complete_season JOIN team USING (season)
UNION ALL
SELECT
    season_of(staged.first_date), staged.team_id, staged.first_date, staged.last_date,
    staged.first_date <= coalesce(reference_season.first_date, staged.first_date)
FROM staged_schedule_coverage AS staged
LEFT JOIN reference_season ON season = season_of(staged.first_date)
WHERE season_of(staged.first_date) NOT IN (SELECT season FROM complete_season);
