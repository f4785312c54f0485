-- Games of the playoffs: the round, the number of the game and the score of the series.

-- An id such as 0042300317 is of the playoffs (004) of 2023-24: round 3, series 1, game 7.
CREATE TABLE series_game AS
WITH played AS (
    SELECT
        own.game_id, own.season, own.date, own.team_id, own.opponent_id,
        own.pts > other.pts AS won,
        substr(game.league_game_id, 8, 1)::INTEGER AS round,
        substr(game.league_game_id, 10, 1)::INTEGER AS league_number,
        -- RotoWire states the score of the series as the record of a team.
        greatest(own.stated_wins, own.stated_losses) <= 4
            AND least(own.stated_wins, own.stated_losses) <= 3 AS states_series,
        CASE WHEN states_series THEN own.stated_wins END AS series_wins,
        CASE WHEN states_series THEN own.stated_losses END AS series_losses
    FROM resolved_team_game AS own
    JOIN resolved_team_game AS other
        ON other.game_id = own.game_id AND other.team_id = own.opponent_id
    JOIN game ON game.game_id = own.game_id
    WHERE game.stage = 'playoffs'
),
counted AS (
    SELECT
        *,
        count(*) OVER so_far AS known_number,
        count(*) FILTER (won) OVER so_far AS known_wins
    FROM played
    WINDOW so_far AS (PARTITION BY season, team_id, opponent_id ORDER BY date)
),
scored AS (
    SELECT
        *,
        coalesce(league_number, series_wins + series_losses) AS game_number,
        -- The results give the score only where none of the series before this one is missing.
        CASE WHEN known_number = game_number THEN known_wins ELSE series_wins END AS wins,
        CASE WHEN known_number = game_number THEN known_number - known_wins
             ELSE series_losses END AS losses
    FROM counted
)
SELECT
    game_id, season, team_id, opponent_id, round, game_number,
    (wins - won::INTEGER)::INTEGER AS wins_before,
    (losses - (NOT won)::INTEGER)::INTEGER AS losses_before,
    wins::INTEGER AS wins, losses::INTEGER AS losses
FROM scored
ORDER BY game_id, team_id;
