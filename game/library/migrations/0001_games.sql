-- Games and who played them.  A game's record is a file; what stands here was read from it and can
-- be read again, so that nothing is lost with the database but the time it takes.

CREATE TABLE facts (              -- what the library knows of itself, by name
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE players (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('person', 'engine')),
    key TEXT NOT NULL,            -- a person's name folded, '' for who plays unnamed; juno, level-7
    name TEXT NOT NULL,           -- as it was written last
    UNIQUE (kind, key)
);

CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    file TEXT NOT NULL UNIQUE,    -- the record's name in the folder of games
    written INTEGER NOT NULL,     -- when the file was, in nanoseconds
    digest TEXT NOT NULL,         -- of setup, date and turns: the same for the same game
    game TEXT NOT NULL,           -- less
    board TEXT NOT NULL,          -- squares-6
    setup TEXT NOT NULL,
    begun TEXT NOT NULL,          -- ISO date and time, '' when unknown
    turns INTEGER NOT NULL,
    result TEXT NOT NULL,         -- p1win, p2win, draw; '' for an unfinished game
    reason TEXT NOT NULL,
    margin INTEGER NOT NULL,
    opening TEXT NOT NULL,        -- the first turns, turned and mirrored to the least of their kind
    seconds REAL NOT NULL,
    train INTEGER NOT NULL,       -- the most jumps in one turn
    people INTEGER NOT NULL,      -- seats that no engine held
    level INTEGER NOT NULL        -- of the strongest engine, 0 for none
);
CREATE INDEX games_by_digest ON games (digest);
CREATE INDEX games_by_opening ON games (game, opening);
-- A list is read along this index and asks it alone what is shown: no search walks the table.
CREATE INDEX games_by_date ON games (begun, id, game, result, turns, people, level, board);

CREATE TABLE seatings (           -- who sat where
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    player INTEGER NOT NULL REFERENCES players (id),
    level INTEGER NOT NULL,       -- of an engine, else 0
    points INTEGER,               -- in half points; NULL for an unfinished game
    turns INTEGER NOT NULL,
    seconds REAL NOT NULL,
    train INTEGER NOT NULL,
    mean REAL,                    -- the rating after the game; NULL where none was counted
    deviation REAL,
    PRIMARY KEY (game, seat)
) WITHOUT ROWID;
CREATE INDEX seatings_by_player ON seatings (player, game);

CREATE TABLE ratings (            -- of a player in one game, after the last game counted
    player INTEGER NOT NULL REFERENCES players (id),
    game TEXT NOT NULL,
    mean REAL NOT NULL,
    deviation REAL NOT NULL,
    games INTEGER NOT NULL,
    until TEXT NOT NULL,          -- when the last of them began
    PRIMARY KEY (player, game)
) WITHOUT ROWID;

CREATE TABLE refused (            -- files that are no records this program can read
    file TEXT PRIMARY KEY,
    written INTEGER NOT NULL,
    why TEXT NOT NULL
) WITHOUT ROWID;

-- Words to search by; rest: title, date, opening.
CREATE VIRTUAL TABLE words USING fts5 (
    names, setup, rest, prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2 tokenchars ''='''
);
CREATE TRIGGER games_gone AFTER DELETE ON games BEGIN
    DELETE FROM words WHERE rowid = old.id;
END;
