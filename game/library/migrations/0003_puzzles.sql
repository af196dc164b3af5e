-- Puzzles: what was tried, the solver's rating after each rated try, days whose puzzle was solved.

CREATE TABLE puzzle_tries (
    puzzle TEXT PRIMARY KEY,
    count INTEGER NOT NULL,
    solved INTEGER NOT NULL,      -- ever, unaided
    date TEXT NOT NULL,           -- of the last try
    mean REAL NOT NULL,           -- the puzzle's own rating
    deviation REAL NOT NULL
) WITHOUT ROWID;

CREATE TABLE puzzle_ratings (
    number INTEGER PRIMARY KEY,
    mean REAL NOT NULL,
    deviation REAL NOT NULL,
    shown INTEGER NOT NULL
);

CREATE TABLE puzzle_days (
    day TEXT PRIMARY KEY
) WITHOUT ROWID;
