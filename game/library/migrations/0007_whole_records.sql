-- `digest` is of the whole record from now on, `played` of setup, date, position and turns, as `digest`
-- was before: two games of one second are two.  Files are read again once for their digests.

ALTER TABLE games ADD COLUMN played TEXT NOT NULL DEFAULT '';
UPDATE games SET played = digest, written = 0;
CREATE INDEX games_by_played ON games (played);
