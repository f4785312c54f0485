-- A player's games up to a game, only where the store knows that none is missing.

-- The share of shots made, of lists with the places of player_sheet; NULL where none was attempted.
CREATE MACRO shares_made(totals) AS [
    100.0 * totals[11] / nullif(totals[12], 0), 100.0 * totals[13] / nullif(totals[14], 0),
    100.0 * totals[17] / nullif(totals[18], 0)
];

-- His last n games, all with the team of this one. His games are numbered without gaps, so that
-- the one before the first of the n is the next one back.
CREATE VIEW player_last_n AS
WITH back AS (
    SELECT
        now.game_id, now.player_id, now.appearance,
        (now.games - first.games + 1)::INTEGER AS n,
        now.number - first.number < now.covered AS is_known,
        now.totals AS totals_now,
        lead(first.totals) OVER (
            PARTITION BY now.game_id, now.player_id ORDER BY first.games DESC
        ) AS totals_before
    FROM whole.player_so_far AS now
    JOIN whole.player_so_far AS first
        ON first.player_id = now.player_id AND first.season = now.season
        AND first.games BETWEEN now.games - 10 AND now.games - 1
),
stretch AS (
    SELECT
        game_id, player_id, n,
        CASE
            WHEN totals_before IS NULL THEN totals_now
            ELSE list_transform(
                list_zip(totals_now, totals_before), lambda two: two[1] - two[2]
            )
        END AS totals
    FROM back
    WHERE n <= least(10, appearance) AND is_known
)
SELECT * FROM (
    SELECT
        game_id, player_id,
        unnest([
            'PTS', 'REB', 'OREB', 'DREB', 'AST', 'STL', 'BLK', 'TOV', 'PF', 'MIN', 'FGM', 'FGA',
            'FG3M', 'FG3A', 'FG2M', 'FG2A', 'FTM', 'FTA', 'FG_PCT', 'FG3_PCT', 'FT_PCT'
        ]) AS statistic,
        n,
        unnest(totals)::DOUBLE AS total,
        unnest(list_concat(
            list_transform(totals, lambda one: one / n), whole.shares_made(totals)
        )) AS average
    FROM stretch
)
WHERE average IS NOT NULL;

-- A player's season over all his teams.
CREATE VIEW player_season_stat AS
SELECT * FROM (
    SELECT
        own.game_id, own.player_id,
        unnest([
            'PTS', 'REB', 'OREB', 'DREB', 'AST', 'STL', 'BLK', 'TOV', 'PF', 'MIN', 'FGM', 'FGA',
            'FG3M', 'FG3A', 'FG2M', 'FG2A', 'FTM', 'FTA', 'FG_PCT', 'FG3_PCT', 'FT_PCT'
        ]) AS statistic,
        own.games::INTEGER AS games,
        unnest(list_concat(
            list_transform(own.totals, lambda one: one / own.games), whole.shares_made(own.totals)
        )) AS average,
        unnest(list_concat(own.highs::DOUBLE[], own.high_shares)) AS high,
        unnest(list_concat(before.highs::DOUBLE[], before.high_shares)) AS previous_high,
        unnest(own.totals)::DOUBLE AS total
    FROM whole.player_so_far AS own
    LEFT JOIN whole.player_so_far AS before
        ON before.player_id = own.player_id AND before.season = own.season
        AND before.games = own.games - 1
    WHERE own.season_known
)
WHERE average IS NOT NULL;

-- How often in a row, in his last five and in the season a player reached something, with the
-- team of this game.
CREATE VIEW player_streak AS
WITH reached AS (
    SELECT
        game_id, player_id, team_id, season, number, covered, appearance, season_known,
        unnest([
            {kind: 'double_double', reached: own_double_count >= 2},
            {kind: 'triple_double', reached: own_double_count >= 3},
            {kind: 'pts10', reached: own_pts >= 10},
            {kind: 'pts20', reached: own_pts >= 20},
            {kind: 'pts30', reached: own_pts >= 30}
        ]) AS goal
    FROM whole.player_so_far
),
counted AS (
    SELECT
        now.game_id, now.player_id, now.number, now.covered, now.appearance, now.season_known,
        earlier.goal.kind AS kind,
        count(*) FILTER (earlier.goal.reached) AS season_total,
        max(earlier.appearance) FILTER (NOT earlier.goal.reached) AS last_miss,
        max(earlier.number) FILTER (NOT earlier.goal.reached) AS last_miss_number,
        count(*) FILTER (earlier.goal.reached AND earlier.appearance > now.appearance - 5)
            AS last_5,
        min(earlier.number) FILTER (earlier.appearance > now.appearance - 5) AS fifth_number
    FROM whole.player_so_far AS now
    JOIN reached AS earlier
        ON earlier.player_id = now.player_id AND earlier.team_id = now.team_id
        AND earlier.season = now.season AND earlier.appearance <= now.appearance
    GROUP BY ALL
),
known AS (
    SELECT
        game_id, player_id, kind,
        CASE WHEN season_known OR number - last_miss_number < covered
             THEN appearance - coalesce(last_miss, 0) END::INTEGER AS in_a_row,
        CASE WHEN season_known THEN season_total END::INTEGER AS season_total,
        CASE WHEN appearance >= 5 AND number - fifth_number < covered THEN last_5 END::INTEGER
            AS last_5
    FROM counted
)
SELECT * FROM known
WHERE in_a_row IS NOT NULL OR season_total IS NOT NULL OR last_5 IS NOT NULL;
