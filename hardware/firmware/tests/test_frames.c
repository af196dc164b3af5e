/* The golden frames both ways: byte by byte, damaged, and between noise and text. */
#include <string.h>

#include "check.h"
#include "cobs.h"
#include "crc.h"
#include "frames.h"
#include "golden.h" /* made from golden_frames.json */
#include "in.h"
#include "receive.h"

static uint32_t dice = 1;

static unsigned roll(void)
{
    dice = dice * 1664525u + 1013904223u;
    return dice >> 16;
}

/* Feeds bytes; returns how often the result was `kind`. */
static unsigned feed(receiver_t *receiver, const uint8_t *data, unsigned size, unsigned kind,
                     frame_t *frame)
{
    unsigned count = 0;
    while (size--)
        count += receive_byte(receiver, *data++, frame) == kind;
    return count;
}

static int is_golden(const frame_t *frame, const golden_t *golden)
{
    return frame->type == golden->type && frame->sequence == golden->sequence &&
           frame->length == golden->payload_size &&
           !memcmp(frame->payload, golden->payload, golden->payload_size);
}

static void test_golden_in(void)
{
    for (unsigned row = 0; row < COUNT(golden_frames); row++) {
        const golden_t *golden = &golden_frames[row];
        receiver_t receiver;
        frame_t frame;
        receive_reset(&receiver);
        unsigned found = feed(&receiver, golden->wire, golden->wire_size, RECEIVE_FRAME, &frame);
        CHECK(found == 1 && is_golden(&frame, golden), "%s", golden->name);
    }
}

static void test_golden_out(void)
{
    for (unsigned row = 0; row < COUNT(golden_frames); row++) {
        const golden_t *golden = &golden_frames[row];
        uint8_t room[1 + FRAME_ROOM];
        room[1] = golden->type;
        room[2] = golden->sequence;
        memcpy(room + 3, golden->payload, golden->payload_size);
        unsigned size = frame_close(room, (uint8_t)(golden->payload_size + 2));
        CHECK(size == golden->wire_size, "%s: %u bytes", golden->name, size);
        CHECK(!memcmp(room, golden->wire, size), "%s", golden->name);
    }
}

static void test_cut(void)
{
    const golden_t *good = &golden_frames[0];
    for (unsigned row = 0; row < COUNT(golden_frames); row++) {
        const golden_t *golden = &golden_frames[row];
        for (unsigned cut = 1; cut + 1 < golden->wire_size; cut++) {
            receiver_t receiver;
            frame_t frame;
            receive_reset(&receiver);
            CHECK(!feed(&receiver, golden->wire, cut, RECEIVE_FRAME, &frame), "%s", golden->name);
            /* If the last byte of a CRC is zero, the frame without that byte also has a right CRC;
             * its payload is then one byte short. */
            CHECK(receive_byte(&receiver, 0, &frame) != RECEIVE_FRAME ||
                      (golden->wire[golden->wire_size - 2] == 1 &&
                       frame.length + 1u == golden->payload_size),
                  "%s cut at %u", golden->name, cut);
            CHECK(feed(&receiver, good->wire, good->wire_size, RECEIVE_FRAME, &frame) == 1 &&
                      is_golden(&frame, good),
                  "after %s", golden->name);
        }
    }
}

static void test_bad(void)
{
    for (unsigned row = 0; row < COUNT(golden_bad); row++) {
        const golden_t *golden = &golden_bad[row];
        receiver_t receiver;
        frame_t frame;
        receive_reset(&receiver);
        CHECK(feed(&receiver, golden->wire, golden->wire_size, RECEIVE_BAD, &frame) == 1, "%s",
              golden->name);
    }
}

static void test_noise(void)
{
    const golden_t *good = &golden_frames[0];
    receiver_t receiver;
    frame_t frame;
    receive_reset(&receiver);
    for (unsigned round = 0; round < 20000; round++) {
        for (unsigned size = roll() % 120; size; size--)
            receive_byte(&receiver, (uint8_t)roll(), &frame);
        receive_byte(&receiver, 0, &frame);
        CHECK(feed(&receiver, good->wire, good->wire_size, RECEIVE_FRAME, &frame) == 1 &&
                  is_golden(&frame, good),
              "round %u", round);
    }
}

static unsigned lines(const char *text, unsigned size, char *last)
{
    receiver_t receiver;
    frame_t frame;
    unsigned count = 0;
    receive_reset(&receiver);
    for (unsigned at = 0; at < size; at++) {
        if (receive_byte(&receiver, (uint8_t)text[at], &frame) == RECEIVE_TEXT) {
            strcpy(last, (char *)receiver.chunk + receiver.start);
            count++;
        }
    }
    return count;
}

static void test_text(void)
{
    char last[FRAME_LARGEST + 2] = "";
    CHECK(lines("?\r\n", 3, last) == 1 && !strcmp(last, "?"), "%s", last);
    CHECK(lines("\r\n\r\nv\n", 6, last) == 1 && !strcmp(last, "v"), "%s", last);
    CHECK(lines("s\nr\r\nt\r", 8, last) == 3 && !strcmp(last, "t"), "%s", last);
    CHECK(lines("\n\n\n\n", 4, last) == 0, "empty lines");
    CHECK(lines("\x80?\n", 3, last) == 0, "not printable");
    char full[FRAME_LARGEST + 2];
    memset(full, '?', sizeof full - 1);
    full[sizeof full - 1] = '\n';
    CHECK(lines(full, sizeof full, last) == 1 && strlen(last) == sizeof full - 1, "as long as can be");
    CHECK(lines("\0\0?\n", 4, last) == 1 && !strcmp(last, "?"), "after zeros");
    /* A frame whose first byte is a line end, or a letter, is a frame. */
    for (unsigned row = 0; row < COUNT(golden_frames); row++)
        CHECK(!lines((const char *)golden_frames[row].wire, golden_frames[row].wire_size, last),
              "%s", golden_frames[row].name);
}

static void test_cobs(void)
{
    for (unsigned round = 0; round < 2000; round++) {
        uint8_t data[FRAME_LARGEST], room[FRAME_ROOM];
        uint8_t size = (uint8_t)(roll() % FRAME_LARGEST);
        for (unsigned at = 0; at < size; at++)
            data[at] = room[at + 1] = roll() % 4 ? (uint8_t)roll() : 0;
        cobs_encode(room, size);
        CHECK(!memchr(room, 0, size + 1u), "round %u: a zero", round);
        CHECK(cobs_decode(room, size + 1) == size && !memcmp(room, data, size), "round %u", round);
    }
}

static void test_payload(void)
{
    const uint8_t bytes[] = {7, 200, 3};
    frame_t frame = {1, 1, 3, bytes};
    payload_t in;
    in_start(&in, &frame);
    CHECK(in_byte(&in, 0, 10) == 7 && !in.bad, "in range");
    CHECK(in_byte(&in, 0, 100) == 0 && in.bad, "above its limit");
    in_start(&in, &frame);
    CHECK(in_bytes(&in, 3) == bytes && !in.bad, "all of it");
    in_byte(&in, 0, 255);
    CHECK(in.bad, "past the end");
}

void test_frames(void);
void test_frames(void)
{
    CHECK(crc_of((const uint8_t *)"123456789", 9) == 0x29B1, "the published check value");
    test_golden_in();
    test_golden_out();
    test_cut();
    test_bad();
    test_noise();
    test_text();
    test_cobs();
    test_payload();
}
