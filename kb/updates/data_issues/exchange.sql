-- Remarks of three kinds: on reading a file, on a day or season, and on what hangs on everything.

CREATE TEMP MACRO season_of_subject(subject) AS coalesce(
    season_of(try_cast(regexp_extract(subject, '^\d{4}-\d\d-\d\d') AS DATE)),
    nullif(regexp_extract(subject, '^\d{4}-\d\d$'), '')
);

CREATE TEMP TABLE kept_remark AS
FROM (FROM stored.data_issue EXCEPT ALL FROM stored.staged.data_issue)
WHERE (
        season_of_subject(subject) IS NOT NULL
        AND season_of_subject(subject) NOT IN (SELECT season FROM touched_season)
    )
    -- Remarks on the plays of a game name their file.
    OR (source IS NOT NULL AND subject IN (SELECT game_id FROM settled_game));

DELETE FROM stored.staged.data_issue WHERE source IN (SELECT unnest($files::VARCHAR[]));
INSERT INTO stored.staged.data_issue FROM reading_data_issue;

DELETE FROM stored.data_issue;
INSERT INTO stored.data_issue
FROM stored.staged.data_issue
UNION ALL
FROM kept_remark
UNION ALL
FROM data_issue
WHERE season_of_subject(subject) IS NULL
    OR season_of_subject(subject) IN (SELECT season FROM touched_season);
