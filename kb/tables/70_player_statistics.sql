-- Player statistics of a game: values, ranks and leaders.

-- One row a line, which takes less place and time than one row a number. What the places of the
-- lists mean stands in the view player_stat. Ranks count who has more: of the game, of his team,
-- and of his team's starters or bench.
CREATE TABLE player_sheet AS
WITH line AS (
    SELECT
        game_id, player_id, team_id, is_starter,
        pts, reb, oreb, dreb, ast, stl, blk, tov, pf, minutes, fgm, fga, fg3m, fg3a, fg2m, fg2a,
        ftm, fta, fg_pct, fg3_pct, ft_pct
    FROM player_line WHERE played
)
SELECT
    own.game_id, own.player_id, any_value(own.team_id) AS team_id,
    any_value(own.is_starter) AS is_starter,
    [
        any_value(own.pts), any_value(own.reb), any_value(own.oreb), any_value(own.dreb),
        any_value(own.ast), any_value(own.stl), any_value(own.blk), any_value(own.tov),
        any_value(own.pf), any_value(own.minutes), any_value(own.fgm), any_value(own.fga),
        any_value(own.fg3m), any_value(own.fg3a), any_value(own.fg2m), any_value(own.fg2a),
        any_value(own.ftm), any_value(own.fta), any_value(own.fg_pct), any_value(own.fg3_pct),
        any_value(own.ft_pct)
    ]::DOUBLE[] AS values,
    [
        count(*) FILTER (other.pts > own.pts), count(*) FILTER (other.reb > own.reb),
        count(*) FILTER (other.oreb > own.oreb), count(*) FILTER (other.dreb > own.dreb),
        count(*) FILTER (other.ast > own.ast), count(*) FILTER (other.stl > own.stl),
        count(*) FILTER (other.blk > own.blk), count(*) FILTER (other.tov > own.tov),
        count(*) FILTER (other.pf > own.pf), count(*) FILTER (other.minutes > own.minutes),
        count(*) FILTER (other.fgm > own.fgm), count(*) FILTER (other.fga > own.fga),
        count(*) FILTER (other.fg3m > own.fg3m), count(*) FILTER (other.fg3a > own.fg3a),
        count(*) FILTER (other.fg2m > own.fg2m), count(*) FILTER (other.fg2a > own.fg2a),
        count(*) FILTER (other.ftm > own.ftm), count(*) FILTER (other.fta > own.fta),
        count(*) FILTER (other.fg_pct > own.fg_pct),
        count(*) FILTER (other.fg3_pct > own.fg3_pct), count(*) FILTER (other.ft_pct > own.ft_pct)
    ]::UTINYINT[] AS ahead_in_game,
    [
        count(*) FILTER (mate AND other.pts > own.pts),
        count(*) FILTER (mate AND other.reb > own.reb),
        count(*) FILTER (mate AND other.oreb > own.oreb),
        count(*) FILTER (mate AND other.dreb > own.dreb),
        count(*) FILTER (mate AND other.ast > own.ast),
        count(*) FILTER (mate AND other.stl > own.stl),
        count(*) FILTER (mate AND other.blk > own.blk),
        count(*) FILTER (mate AND other.tov > own.tov),
        count(*) FILTER (mate AND other.pf > own.pf),
        count(*) FILTER (mate AND other.minutes > own.minutes),
        count(*) FILTER (mate AND other.fgm > own.fgm),
        count(*) FILTER (mate AND other.fga > own.fga),
        count(*) FILTER (mate AND other.fg3m > own.fg3m),
        count(*) FILTER (mate AND other.fg3a > own.fg3a),
        count(*) FILTER (mate AND other.fg2m > own.fg2m),
        count(*) FILTER (mate AND other.fg2a > own.fg2a),
        count(*) FILTER (mate AND other.ftm > own.ftm),
        count(*) FILTER (mate AND other.fta > own.fta),
        count(*) FILTER (mate AND other.fg_pct > own.fg_pct),
        count(*) FILTER (mate AND other.fg3_pct > own.fg3_pct),
        count(*) FILTER (mate AND other.ft_pct > own.ft_pct)
    ]::UTINYINT[] AS ahead_in_team,
    [
        count(*) FILTER (peer AND other.pts > own.pts),
        count(*) FILTER (peer AND other.reb > own.reb),
        count(*) FILTER (peer AND other.oreb > own.oreb),
        count(*) FILTER (peer AND other.dreb > own.dreb),
        count(*) FILTER (peer AND other.ast > own.ast),
        count(*) FILTER (peer AND other.stl > own.stl),
        count(*) FILTER (peer AND other.blk > own.blk),
        count(*) FILTER (peer AND other.tov > own.tov),
        count(*) FILTER (peer AND other.pf > own.pf),
        count(*) FILTER (peer AND other.minutes > own.minutes),
        count(*) FILTER (peer AND other.fgm > own.fgm),
        count(*) FILTER (peer AND other.fga > own.fga),
        count(*) FILTER (peer AND other.fg3m > own.fg3m),
        count(*) FILTER (peer AND other.fg3a > own.fg3a),
        count(*) FILTER (peer AND other.fg2m > own.fg2m),
        count(*) FILTER (peer AND other.fg2a > own.fg2a),
        count(*) FILTER (peer AND other.ftm > own.ftm),
        count(*) FILTER (peer AND other.fta > own.fta),
        count(*) FILTER (peer AND other.fg_pct > own.fg_pct),
        count(*) FILTER (peer AND other.fg3_pct > own.fg3_pct),
        count(*) FILTER (peer AND other.ft_pct > own.ft_pct)
    ]::UTINYINT[] AS ahead_in_group
FROM line AS own
JOIN line AS other USING (game_id),
LATERAL (SELECT
    other.team_id = own.team_id AS mate, mate AND other.is_starter = own.is_starter AS peer
)
GROUP BY own.game_id, own.player_id
ORDER BY own.game_id, own.player_id;
