#include "frames.h"

#include "cobs.h"
#include "crc.h"

uint8_t frame_open(uint8_t *chunk, uint8_t length, frame_t *frame)
{
    uint8_t whole = cobs_decode(chunk, length);
    if (whole == COBS_BAD)
        return FRAME_COBS;
    if (whole < FRAME_SMALLEST)
        return FRAME_SHORT;
    if (crc_of(chunk, whole) != 0) /* the CRC over data and its own CRC is zero */
        return FRAME_CRC;
    frame->type = chunk[0];
    frame->sequence = chunk[1];
    frame->length = whole - FRAME_SMALLEST;
    frame->payload = chunk + 2;
    return FRAME_OK;
}

uint8_t frame_close(uint8_t *room, uint8_t length)
{
    uint16_t crc = crc_of(room + 1, length);
    room[length + 1] = (uint8_t)(crc >> 8);
    room[length + 2] = (uint8_t)crc;
    cobs_encode(room, length + 2);
    room[length + 3] = 0;
    return length + 4;
}
