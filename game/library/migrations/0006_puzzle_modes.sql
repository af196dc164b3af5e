-- Puzzles: those missed, which come again; results of streaks and storms; what happened at the
-- puzzle of a day.

CREATE TABLE puzzle_reviews (
    puzzle TEXT PRIMARY KEY,
    box INTEGER NOT NULL,         -- of the schedule, from 0
    seen TEXT NOT NULL            -- date of the last try that counted
) WITHOUT ROWID;

CREATE TABLE puzzle_scores (
    number INTEGER PRIMARY KEY,
    mode TEXT NOT NULL,
    game TEXT NOT NULL,           -- empty: all games
    score INTEGER NOT NULL,
    combo INTEGER NOT NULL,
    date TEXT NOT NULL
);

CREATE TABLE puzzle_marks (
    day TEXT PRIMARY KEY,
    marks TEXT NOT NULL           -- a letter for each try, hint and solution
) WITHOUT ROWID;
