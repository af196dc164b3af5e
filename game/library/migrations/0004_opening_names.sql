-- What an opening is called, as keys of its parts (game/openings); NULL until it has been looked at.

ALTER TABLE games ADD COLUMN named TEXT;
CREATE INDEX games_by_name ON games (named, game);
