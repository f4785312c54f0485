-- stats.nba.com PlayByPlayV2, with the columns as nba_api names them, in the layout of play_by_play.

CREATE OR REPLACE TEMP TABLE raw AS
SELECT
    file_line, GAME_ID, EVENTMSGTYPE, PERIOD, PCTIMESTRING AS CLOCK, SCORE,
    -- What is nobody's doing stands in a column of its own.
    coalesce(HOMEDESCRIPTION, if(VISITORDESCRIPTION IS NULL, NEUTRALDESCRIPTION, NULL)) AS HOMEDESC,
    VISITORDESCRIPTION AS VISDESC,
    PLAYER1_ID AS P1_ID, PLAYER1_TEAM_ABBREVIATION AS P1_TEAM, PLAYER2_ID AS P2_ID,
    PLAYER3_ID AS P3_ID
FROM raw;
