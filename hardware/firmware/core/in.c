#include "in.h"

void in_start(payload_t *payload, const frame_t *frame)
{
    payload->at = frame->payload;
    payload->left = frame->length;
    payload->bad = 0;
}

uint8_t in_byte(payload_t *payload, uint8_t least, uint8_t most)
{
    const uint8_t *found = in_bytes(payload, 1);
    if (payload->bad || *found < least || *found > most) {
        payload->bad = 1;
        return 0;
    }
    return *found;
}

const uint8_t *in_bytes(payload_t *payload, uint8_t count)
{
    const uint8_t *found = payload->at;
    if (count > payload->left) {
        payload->bad = 1;
        return found;
    }
    payload->at += count;
    payload->left -= count;
    return found;
}
