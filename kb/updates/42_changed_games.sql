-- Games whose plays and periods are counted anew: what goes into them is not what it was.

CREATE TEMP TABLE season_game AS
SELECT game_id FROM stored.game SEMI JOIN touched_season USING (season)
UNION SELECT game_id FROM game;

CREATE TEMP TABLE game_of_code AS
SELECT DISTINCT game_code, game_id
FROM staged_game_code AS code
JOIN (
    SELECT game_id, date, home_id, away_id FROM game
    UNION ALL
    SELECT game_id, date, home_id, away_id FROM stored.game ANTI JOIN touched_season USING (season)
) AS known
    ON known.date = code.date
    AND known.home_id IN (code.team_id, code.opponent_id)
    AND known.away_id IN (code.team_id, code.opponent_id);

CREATE TEMP TABLE changed_game AS
WITH old_game AS (FROM stored.game SEMI JOIN season_game USING (game_id)),
new_sheet AS (SELECT game_id, home_points, away_points, has_player_lines FROM game),
old_sheet AS (SELECT game_id, home_points, away_points, has_player_lines FROM old_game),
new_man AS (SELECT game_id, player_id, team_id FROM player_line),
old_man AS (
    SELECT game_id, player_id, team_id
    FROM stored.player_line SEMI JOIN season_game USING (game_id)
),
old_score AS (FROM stored.period_score SEMI JOIN season_game USING (game_id))
SELECT game_id FROM (FROM new_sheet EXCEPT FROM old_sheet)
UNION SELECT game_id FROM (FROM old_sheet EXCEPT FROM new_sheet)
UNION SELECT game_id FROM (FROM new_man EXCEPT FROM old_man)
UNION SELECT game_id FROM (FROM old_man EXCEPT FROM new_man)
UNION SELECT game_id FROM (FROM period_score EXCEPT FROM old_score)
UNION SELECT game_id FROM (FROM old_score EXCEPT FROM period_score)
UNION SELECT game_id FROM game_of_code SEMI JOIN changed_code USING (game_code)
-- What a code means may be told now for the first time.
UNION SELECT game_id FROM game_of_code JOIN staged_game_code USING (game_code)
SEMI JOIN news USING (source_id)
ANTI JOIN stored.staged.game_code AS before USING (game_code)
UNION SELECT game_id
FROM resolved_team_game JOIN changed_period USING (date, team_id)
-- What is dated a day off is settled again as a whole.
UNION SELECT game_id
FROM resolved_team_game AS own
JOIN moved_periods('stored.staged.period_line') AS moved
    ON moved.believed_date = own.date AND moved.team_id = own.team_id;

-- Plays and periods of unknown games are looked at again: they may have become known, and are
-- remarked on.
CREATE TEMP TABLE staged_play AS
FROM stored.staged.play
WHERE game_code NOT IN (
    SELECT game_code FROM game_of_code ANTI JOIN changed_game USING (game_id)
);

CREATE TEMP TABLE staged_period_line AS
FROM stored.staged.period_line
SEMI JOIN (
    SELECT date, team_id FROM resolved_team_game SEMI JOIN changed_game USING (game_id)
) USING (date, team_id)
UNION ALL
FROM stored.staged.period_line
ANTI JOIN (SELECT date, team_id FROM resolved_team_game) USING (date, team_id)
WHERE season_of(date) IN (SELECT season FROM touched_season);
