-- What an update brings: days, seasons, and games whose plays or periods are other ones.
-- `stored` is the knowledge base as it was, `news` has the ids of the sources just read (of a
-- source that is read again, its old id), and the staged relations hold the old and the new rows.

-- Of a file that is read again most rows are the same as before: those count that are not.
CREATE TEMP MACRO changed(new_rows, old_rows) AS TABLE (
    WITH new AS (FROM query_table(new_rows) SEMI JOIN news USING (source_id)),
    old AS (FROM query_table(old_rows) SEMI JOIN news USING (source_id))
    FROM (FROM new EXCEPT ALL FROM old)
    UNION ALL
    FROM (FROM old EXCEPT ALL FROM new)
);

CREATE TEMP TABLE touched_date AS
SELECT date FROM changed('staged_team_game', 'stored.staged.team_game')
UNION SELECT date FROM changed('staged_player_line', 'stored.staged.player_line')
UNION SELECT date FROM changed('staged_standing', 'stored.staged.standing')
UNION SELECT date FROM changed('staged_site', 'stored.staged.site')
UNION SELECT first_date
FROM changed('staged_schedule_coverage', 'stored.staged.schedule_coverage')
UNION SELECT date FROM changed('staged_game_code', 'stored.staged.game_code')
UNION SELECT date FROM changed('staged_period_line', 'stored.staged.period_line');

CREATE TEMP TABLE touched_season AS
SELECT DISTINCT season_of(date) AS season FROM touched_date
UNION SELECT season FROM changed('staged_roster', 'stored.staged.roster')
UNION SELECT season FROM changed('staged_team_name', 'stored.staged.team_name');

-- A box score tells its game by its id alone.
CREATE TEMP TABLE touched_league_game AS
SELECT league_game_id FROM staged_box_line SEMI JOIN news USING (source_id)
UNION SELECT league_game_id FROM stored.staged.box_line SEMI JOIN news USING (source_id);

CREATE TEMP TABLE changed_code AS
SELECT DISTINCT game_code FROM changed('staged_play', 'stored.staged.play');

CREATE TEMP TABLE changed_period AS
SELECT DISTINCT date, team_id FROM changed('staged_period_line', 'stored.staged.period_line');
