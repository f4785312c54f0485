-- A player's games up to a game, only where the store knows that none is missing.

-- How many games in a row of a team, up to and with each, have player lines.
CREATE TEMP TABLE covered_stretch AS
WITH broken AS (
    SELECT
        record.game_id, record.team_id, season, spell, number, from_opener,
        max(number) FILTER (NOT has_player_lines) OVER (
            PARTITION BY record.team_id, season, spell ORDER BY number
        ) AS last_gap
    FROM record JOIN (SELECT game_id, has_player_lines FROM game) USING (game_id)
)
SELECT
    *,
    number - coalesce(last_gap, 0) AS covered,
    from_opener AND last_gap IS NULL AS covered_from_opener
FROM broken;

-- Days up to which every game of the league in the season has player lines.
CREATE TEMP TABLE covered_league AS
SELECT game.season, min(date) FILTER (NOT has_player_lines) AS first_gap
FROM game JOIN complete_season USING (season)
WHERE regular_season
GROUP BY game.season;

CREATE TEMP TABLE played_line AS
SELECT
    line.*, stretch.number, stretch.covered, stretch.covered_from_opener,
    row_number() OVER (PARTITION BY player_id, line.team_id, line.season ORDER BY date) AS appearance,
    -- He was with the team from the start if its opener lists him; else every team must be known.
    date < coalesce(first_gap, DATE '2999-12-31') AND covered_league.season IS NOT NULL
    OR covered_from_opener AND EXISTS (
        FROM player_line AS opener
        JOIN record AS first ON first.game_id = opener.game_id AND first.team_id = opener.team_id
        WHERE opener.player_id = line.player_id AND opener.team_id = line.team_id
          AND first.season = line.season AND first.number = 1 AND first.from_opener
    ) AS season_known
FROM player_line AS line
JOIN covered_stretch AS stretch
    ON stretch.game_id = line.game_id AND stretch.team_id = line.team_id
LEFT JOIN covered_league ON covered_league.season = line.season
WHERE played;

-- A player's season up to and with a game: what the views on his history subtract and compare.
-- All his teams count; `appearance` numbers his games with this team, `games` those with any.
-- The lists have the places of player_sheet; percentages have no total.
CREATE TABLE player_so_far AS
SELECT
    game_id, player_id, team_id, season, date,
    number::SMALLINT AS number, covered::SMALLINT AS covered,
    appearance::SMALLINT AS appearance, season_known,
    pts::SMALLINT AS own_pts, double_count::UTINYINT AS own_double_count,
    (count(*) OVER so_far)::SMALLINT AS games,
    [
        sum(pts) OVER so_far, sum(reb) OVER so_far, sum(oreb) OVER so_far, sum(dreb) OVER so_far,
        sum(ast) OVER so_far, sum(stl) OVER so_far, sum(blk) OVER so_far, sum(tov) OVER so_far,
        sum(pf) OVER so_far, sum(minutes) OVER so_far, sum(fgm) OVER so_far, sum(fga) OVER so_far,
        sum(fg3m) OVER so_far, sum(fg3a) OVER so_far, sum(fg2m) OVER so_far, sum(fg2a) OVER so_far,
        sum(ftm) OVER so_far, sum(fta) OVER so_far
    ]::SMALLINT[] AS totals,
    [
        max(pts) OVER so_far, max(reb) OVER so_far, max(oreb) OVER so_far, max(dreb) OVER so_far,
        max(ast) OVER so_far, max(stl) OVER so_far, max(blk) OVER so_far, max(tov) OVER so_far,
        max(pf) OVER so_far, max(minutes) OVER so_far, max(fgm) OVER so_far, max(fga) OVER so_far,
        max(fg3m) OVER so_far, max(fg3a) OVER so_far, max(fg2m) OVER so_far, max(fg2a) OVER so_far,
        max(ftm) OVER so_far, max(fta) OVER so_far
    ]::SMALLINT[] AS highs,
    [max(fg_pct) OVER so_far, max(fg3_pct) OVER so_far, max(ft_pct) OVER so_far] AS high_shares
FROM played_line
WINDOW so_far AS (PARTITION BY player_id, season ORDER BY date ROWS UNBOUNDED PRECEDING)
ORDER BY season, player_id, date;
