-- Of the other games of the seasons, plays and periods stay what they were.

CREATE TEMP TABLE settled_game AS
SELECT game_id FROM game ANTI JOIN changed_game USING (game_id);

INSERT INTO period_line BY NAME FROM stored.period_line SEMI JOIN settled_game USING (game_id);
INSERT INTO said_of_period BY NAME
FROM stored.said
WHERE player_id IS NOT NULL AND part <> 'GAME'
    AND game_id IN (SELECT game_id FROM settled_game);
INSERT INTO game_flow BY NAME FROM stored.game_flow SEMI JOIN settled_game USING (game_id);
