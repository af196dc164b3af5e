#include "out.h"

#include "frames.h"
#include "hal/hal.h"
#include "line.h"

static uint8_t room[1 + FRAME_ROOM]; /* a free byte for COBS, the body, CRC and zero */
static uint8_t length, sequence, text_sent;

void out_start(uint8_t type)
{
    length = 0;
    out_byte(type);
    out_byte(sequence++);
}

void out_byte(uint8_t value)
{
    if (length < FRAME_LARGEST - 2)
        room[1 + length++] = value;
}

void out_word(uint16_t value)
{
    out_byte((uint8_t)(value >> 8));
    out_byte((uint8_t)value);
}

void out_long(uint32_t value)
{
    out_word((uint16_t)(value >> 16));
    out_word((uint16_t)value);
}

void out_label(const label_t *label)
{
    out_byte(label->length);
    for (uint8_t at = 0; at < label->length; at++)
        out_byte((uint8_t)label->text[at]);
}

void out_bits(uint8_t count, const uint8_t *bits)
{
    out_byte(count);
    for (uint8_t at = 0; at < count; at += 8)
        out_byte(*bits++);
}

void out_send(void)
{
    uint8_t size = frame_close(room, length);
    if (text_sent)
        line_put(0);
    text_sent = 0;
    for (uint8_t at = 0; at < size; at++)
        line_put(room[at]);
}

void out_after_text(void) { text_sent = 1; }

uint8_t out_free(void) { return hal_line_room() > FRAME_ROOM; }
