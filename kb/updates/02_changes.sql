-- What an update brings: days, seasons, and games whose plays or periods are other ones.
-- `stored` is the knowledge base as it was, `news` has the ids of the sources just read (of a
-- source that is read again, its old id), and the staged relations hold the old and the new rows.

CREATE TEMP TABLE touched_date AS
SELECT date FROM staged_team_game SEMI JOIN news USING (source_id)
UNION SELECT date FROM stored.staged.team_game SEMI JOIN news USING (source_id)
UNION SELECT date FROM staged_player_line SEMI JOIN news USING (source_id)
UNION SELECT date FROM stored.staged.player_line SEMI JOIN news USING (source_id)
UNION SELECT date FROM staged_standing SEMI JOIN news USING (source_id)
UNION SELECT date FROM stored.staged.standing SEMI JOIN news USING (source_id)
UNION SELECT date FROM staged_site SEMI JOIN news USING (source_id)
UNION SELECT date FROM stored.staged.site SEMI JOIN news USING (source_id)
UNION SELECT first_date FROM staged_schedule_coverage SEMI JOIN news USING (source_id)
UNION SELECT first_date FROM stored.staged.schedule_coverage SEMI JOIN news USING (source_id)
UNION SELECT date FROM staged_game_code SEMI JOIN news USING (source_id)
UNION SELECT date FROM stored.staged.game_code SEMI JOIN news USING (source_id)
UNION SELECT date FROM staged_period_line
UNION SELECT date FROM stored.staged.period_line SEMI JOIN news USING (source_id);

CREATE TEMP TABLE touched_season AS
SELECT DISTINCT season_of(date) AS season FROM touched_date
UNION SELECT season FROM staged_roster SEMI JOIN news USING (source_id)
UNION SELECT season FROM stored.staged.roster SEMI JOIN news USING (source_id)
UNION SELECT season FROM staged_team_name SEMI JOIN news USING (source_id)
UNION SELECT season FROM stored.staged.team_name SEMI JOIN news USING (source_id);

-- A box score tells its game by its id alone.
CREATE TEMP TABLE touched_league_game AS
SELECT league_game_id FROM staged_box_line SEMI JOIN news USING (source_id)
UNION SELECT league_game_id FROM stored.staged.box_line SEMI JOIN news USING (source_id);

-- Of a file that is read again most plays are the same as before.
CREATE TEMP TABLE changed_code AS
WITH old AS (FROM stored.staged.play SEMI JOIN news USING (source_id))
SELECT DISTINCT game_code FROM (FROM staged_play EXCEPT ALL FROM old)
UNION SELECT game_code FROM (FROM old EXCEPT ALL FROM staged_play);

CREATE TEMP TABLE changed_period AS
WITH old AS (FROM stored.staged.period_line SEMI JOIN news USING (source_id))
SELECT DISTINCT date, team_id FROM (FROM staged_period_line EXCEPT ALL FROM old)
UNION SELECT date, team_id FROM (FROM old EXCEPT ALL FROM staged_period_line);
