-- Seasons that are derived anew. Records, streaks, ranks and averages hang on all games of a
-- season, so that a season is the least that can be.

-- Names that are taken for others than before, because somebody is known now.
INSERT INTO touched_season
WITH old AS (FROM stored.staged.matched_player)
SELECT DISTINCT season FROM (FROM matched_player EXCEPT FROM old)
UNION SELECT season FROM (FROM old EXCEPT FROM matched_player);

INSERT INTO touched_season
SELECT DISTINCT season_of(date)
FROM game_of_id SEMI JOIN touched_league_game USING (league_game_id);

INSERT INTO touched_season
SELECT DISTINCT season_of(date) FROM staged_game_code SEMI JOIN changed_code USING (game_code);

DELETE FROM touched_season WHERE season IS NULL;
DELETE FROM staged_team_game WHERE season_of(date) NOT IN (SELECT season FROM touched_season);
