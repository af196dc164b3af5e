#include "receive.h"

void receive_reset(receiver_t *receiver)
{
    receiver->length = 0;
    receiver->start = 0;
    receiver->overlong = 0;
    receiver->printable = 1;
}

static uint8_t is_line_end(uint8_t byte) { return byte == '\r' || byte == '\n'; }

static uint8_t finish_chunk(receiver_t *receiver, frame_t *frame)
{
    uint8_t length = receiver->length;
    uint8_t empty = length == receiver->start; /* no bytes, or only line ends */
    uint8_t overlong = receiver->overlong;
    receive_reset(receiver);
    if (overlong)
        return RECEIVE_BAD;
    if (empty)
        return RECEIVE_NOTHING;
    return frame_open(receiver->chunk, length, frame) == FRAME_OK ? RECEIVE_FRAME : RECEIVE_BAD;
}

static uint8_t finish_line(receiver_t *receiver)
{
    uint8_t start = receiver->start;
    receiver->chunk[receiver->length] = 0;
    receive_reset(receiver);
    receiver->start = start; /* for the caller; receive_byte sets it again */
    return RECEIVE_TEXT;
}

static void hold(receiver_t *receiver, uint8_t byte)
{
    if (is_line_end(byte) && receiver->length == receiver->start)
        receiver->start++;
    else if (byte < 0x20 || byte > 0x7E)
        receiver->printable = 0;
    receiver->chunk[receiver->length++] = byte;
}

uint8_t receive_byte(receiver_t *receiver, uint8_t byte, frame_t *frame)
{
    if (receiver->length == 0)
        receiver->start = 0;
    if (byte == 0)
        return finish_chunk(receiver, frame);
    if (receiver->overlong)
        return RECEIVE_NOTHING;
    if (is_line_end(byte) && receiver->printable && receiver->length > receiver->start)
        return finish_line(receiver);
    if (receiver->length == FRAME_LARGEST + 1) /* COBS adds one byte to the largest frame */
        receiver->overlong = 1;
    else
        hold(receiver, byte);
    return RECEIVE_NOTHING;
}
