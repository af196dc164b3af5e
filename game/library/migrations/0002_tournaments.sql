-- Tournaments: each a log of events that is only ever added to (game/tournament/events.py).

CREATE TABLE tournaments (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,     -- the name, folded
    founded TEXT NOT NULL         -- ISO date and time
);

CREATE TABLE tournament_events (
    tournament INTEGER NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,         -- from 0, without a gap
    at TEXT NOT NULL,             -- ISO date and time
    by TEXT NOT NULL,             -- organiser, table, phone, match
    kind TEXT NOT NULL,
    data TEXT NOT NULL,           -- the event's fields as JSON
    PRIMARY KEY (tournament, seq)
) WITHOUT ROWID;
