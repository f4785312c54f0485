-- Player statistics of a game: values, ranks and leaders.

CREATE VIEW player_stat AS
SELECT
    game_id, player_id, team_id, statistic, value,
    1 + ahead_in_team AS team_rank, 1 + ahead_in_game AS game_rank,
    CASE WHEN NOT is_starter THEN 1 + ahead_in_group END AS bench_rank,
    CASE WHEN is_starter THEN 1 + ahead_in_group END AS starter_rank
FROM (
    SELECT
        game_id, player_id, team_id, is_starter,
        unnest([
            'PTS', 'REB', 'OREB', 'DREB', 'AST', 'STL', 'BLK', 'TOV', 'PF', 'MIN', 'FGM', 'FGA',
            'FG3M', 'FG3A', 'FG2M', 'FG2A', 'FTM', 'FTA', 'FG_PCT', 'FG3_PCT', 'FT_PCT'
        ]) AS statistic,
        unnest(values) AS value,
        unnest(ahead_in_game)::INTEGER AS ahead_in_game,
        unnest(ahead_in_team)::INTEGER AS ahead_in_team,
        unnest(ahead_in_group)::INTEGER AS ahead_in_group
    FROM whole.player_sheet
)
WHERE value IS NOT NULL;

-- Leaders by count, with ties. Where the most is zero nobody led.
CREATE VIEW leader AS
WITH first_place AS (
    SELECT
        game_id, statistic, value, player_id,
        unnest(list_filter([
            {team_id: NULL, grouping: 'game', place: game_rank},
            {team_id: team_id, grouping: 'team', place: team_rank},
            {team_id: team_id, grouping: 'bench', place: bench_rank},
            {team_id: team_id, grouping: 'starters', place: starter_rank}
        ], lambda one: one.place = 1)) AS led
    FROM whole.player_stat
    WHERE NOT ends_with(statistic, '_PCT') AND 1 IN (team_rank, bench_rank, starter_rank)
)
SELECT
    game_id, led.team_id AS team_id, led.grouping AS grouping, statistic, max(value) AS value,
    coalesce(list(player_id ORDER BY name) FILTER (value > 0), []) AS player_ids,
    string_agg(name, ' and ' ORDER BY name) FILTER (value > 0) AS names
FROM first_place
JOIN whole.player USING (player_id)
JOIN whole.game USING (game_id)
WHERE has_player_lines
GROUP BY game_id, led.team_id, led.grouping, statistic;
