-- Functions that several rules' SQL shares; created on every connection.

CREATE OR REPLACE TEMP MACRO ordinal_of(n) AS
  CASE n WHEN 1 THEN 'first' WHEN 2 THEN 'second' WHEN 3 THEN 'third' WHEN 4 THEN 'fourth'
    WHEN 5 THEN 'fifth' WHEN 6 THEN 'sixth' WHEN 7 THEN 'seventh' WHEN 8 THEN 'eighth'
    WHEN 9 THEN 'ninth' WHEN 10 THEN 'tenth' ELSE n || 'th' END;

-- Whether a number fits the truth, given how exact it claims to be.
CREATE OR REPLACE TEMP MACRO fits(said, hedge, truth) AS
  CASE hedge
    WHEN 'under' THEN truth BETWEEN said * 0.8 - 1 AND said
    WHEN 'over' THEN truth BETWEEN said AND said * 1.25 + 2
    WHEN 'at least' THEN truth >= said
    WHEN 'about' THEN abs(truth - said) <= greatest(1, said * 0.1)
    ELSE truth = said
  END;

-- Whether a percentage fits, rounded up, down or to the nearest, as writers do.
CREATE OR REPLACE TEMP MACRO percent_fits(said, truth) AS
  abs(truth - said) < 1 OR round(truth, 1) = said;
