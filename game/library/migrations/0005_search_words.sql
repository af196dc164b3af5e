-- Games are found by every word that is shown of them, in each language: written anew
-- (game/library/search_words.py).

DELETE FROM words;
