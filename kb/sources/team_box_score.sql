-- Team box scores with quarters (xmlstats), two rows a game; one row is one team's.

INSERT INTO data_issue
SELECT 'unknown team', $path, coalesce(code, 'no team'), left_out(count(*), min(file_line))
FROM (
    SELECT lower(teamAbbr) AS code, file_line FROM raw UNION ALL SELECT lower(opptAbbr), file_line FROM raw
)
WHERE coalesce(code, '') NOT IN (SELECT wording FROM team_wording WHERE source = 'xmlstats')
GROUP BY code;

INSERT INTO staged_team_game BY NAME
WITH quarter AS (
    SELECT *, [
        teamPTS1::INTEGER, teamPTS2::INTEGER, teamPTS3::INTEGER, teamPTS4::INTEGER,
        teamPTS5::INTEGER, teamPTS6::INTEGER, teamPTS7::INTEGER, teamPTS8::INTEGER
    ] AS points_by_period,
    -- The columns of overtimes that were not played hold zeros.
    4 + (teamPTS5::INTEGER + opptPTS5::INTEGER > 0)::INTEGER
      + (teamPTS6::INTEGER + opptPTS6::INTEGER > 0)::INTEGER
      + (teamPTS7::INTEGER + opptPTS7::INTEGER > 0)::INTEGER
      + (teamPTS8::INTEGER + opptPTS8::INTEGER > 0)::INTEGER AS periods_played
    FROM raw
    WHERE seasTyp = 'Regular'
)
SELECT
    $source_id::INTEGER AS source_id,
    $source_rank::INTEGER AS source_rank,
    file_line,
    gmDate::DATE AS date,
    team.team_id,
    opponent.team_id AS opponent_id,
    teamLoc = 'Home' AS is_home,
    -- From 2016-17 on the file gives the hour on a twelve-hour clock; no game tips off before noon.
    CASE WHEN hour(gmTime::TIME) < 12 THEN gmTime::TIME + INTERVAL 12 HOUR ELSE gmTime::TIME END
        AS tip_off,
    points_by_period[:periods_played] AS periods,
    teamPTS::INTEGER AS pts, teamTRB::INTEGER AS reb, teamORB::INTEGER AS oreb,
    teamDRB::INTEGER AS dreb, teamAST::INTEGER AS ast, teamSTL::INTEGER AS stl,
    teamBLK::INTEGER AS blk, teamTO::INTEGER AS tov, teamPF::INTEGER AS pf,
    -- Minutes off by a few are a slip of the file; a period has a fixed length.
    240 + 25 * (periods_played - 4) AS min,
    teamFGM::INTEGER AS fgm, teamFGA::INTEGER AS fga,
    team3PM::INTEGER AS fg3m, team3PA::INTEGER AS fg3a,
    teamFTM::INTEGER AS ftm, teamFTA::INTEGER AS fta
FROM quarter
JOIN team_wording AS team ON team.source = 'xmlstats' AND team.wording = lower(teamAbbr)
JOIN team_wording AS opponent ON opponent.source = 'xmlstats' AND opponent.wording = lower(opptAbbr);
