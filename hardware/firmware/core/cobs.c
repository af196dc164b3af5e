#include "cobs.h"

void cobs_encode(uint8_t *room, uint8_t length)
{
    uint8_t code_at = 0;
    for (uint8_t at = 1; at <= length; at++) {
        if (room[at] == 0) {
            room[code_at] = at - code_at;
            code_at = at;
        }
    }
    room[code_at] = (uint8_t)(length + 1 - code_at);
}

uint8_t cobs_decode(uint8_t *data, uint8_t length)
{
    uint8_t from = 0, to = 0;
    while (from < length) {
        uint8_t code = data[from++];
        if (code == 0 || code == 0xFF)
            return COBS_BAD;
        for (uint8_t left = code - 1; left; left--) {
            if (from >= length || data[from] == 0)
                return COBS_BAD;
            data[to++] = data[from++];
        }
        if (from < length)
            data[to++] = 0;
    }
    return to;
}
