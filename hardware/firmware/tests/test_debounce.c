/* Observations and the states that count after them: one row per story. */
#include <string.h>

#include "check.h"
#include "debounce.h"

static const struct {
    const char *story;
    unsigned needed;
    const char *seen;     /* one observation per letter */
    const char *expected; /* the state that counts after it */
} table[] = {
    {"four equal scans", 4, "0111111", "0000111"},
    {"one bad reading is no change", 4, "0100000", "0000000"},
    {"three bad readings are no change", 4, "0111000", "0000000"},
    {"one bad reading on the way costs one good one", 4, "011101100", "000000111"},
    {"a flicker costs time", 4, "0110111100", "0000001111"},
    {"every other reading is bad", 4, "01010101010101", "00000000000000"},
    {"set down and turned over", 4, "11112222", "00011112"},
    {"a change of mind on the way", 4, "11222222", "00000022"},
    {"two kinds of bad readings", 4, "0120120120", "0000000000"},
    {"lifted", 4, "1111000011", "0001111000"},
    {"nudged: off and back on", 4, "11110001111", "00011111111"},
    {"a broken sensor counts like a state", 4, "33330000", "00033330"},
    {"a button needs three", 3, "011100011", "000111000"},
    {"one is enough if one is asked for", 1, "0120", "0120"},
    {"seven", 7, "1111111", "0000001"},
};

void test_debounce(void);
void test_debounce(void)
{
    for (unsigned row = 0; row < COUNT(table); row++) {
        cell_t cell = 0;
        for (unsigned at = 0; at < strlen(table[row].seen); at++) {
            unsigned before = CELL_STATE(cell);
            unsigned changed = debounce(&cell, (uint8_t)(table[row].seen[at] - '0'),
                                        (uint8_t)table[row].needed);
            unsigned expected = (unsigned)(table[row].expected[at] - '0');
            CHECK(CELL_STATE(cell) == expected, "%s, observation %u: %u found", table[row].story,
                  at, CELL_STATE(cell));
            CHECK(changed == (before != CELL_STATE(cell)), "%s, observation %u", table[row].story,
                  at);
        }
    }
    cell_t cell = 0;
    for (int times = 0; times < 4; times++)
        debounce(&cell, 2, 4);
    CHECK(cell & CELL_NEWS, "a change is news");
    cell &= (cell_t)~CELL_NEWS;
    debounce(&cell, 2, 4);
    CHECK(!(cell & CELL_NEWS), "no change is no news");
}
