/* Answers of a board: to golden commands, wrong ones, damage, text. */
#include <string.h>

#include "check.h"
#include "fake_hal.h"
#include "golden.h" /* made from golden_frames.json */
#include "story.h"
#include "types.h"

/* The type of report that answers a valid command, by the command's type. */
static const uint8_t answer_to[] = {
    [MSG_HELLO] = MSG_WELCOME,       [MSG_PING] = MSG_ACK,
    [MSG_GET_STATE] = MSG_STATE,     [MSG_LIGHTS] = MSG_ACK,
    [MSG_PALETTE] = MSG_ACK,         [MSG_CALIBRATE] = MSG_CALIBRATION,
    [MSG_GET_READINGS] = MSG_READINGS, [MSG_SELF_TEST] = MSG_HEALTH,
    [MSG_SET_NAME] = MSG_ACK,        [MSG_SET_WIRING] = MSG_ACK,
    [MSG_GET_WIRING] = MSG_WIRING,   [MSG_GET_EVENT] = MSG_ERROR, /* there is no event yet */
};

static const golden_t *golden_named(const char *name)
{
    for (unsigned row = 0; row < COUNT(golden_frames); row++)
        if (!strcmp(golden_frames[row].name, name))
            return &golden_frames[row];
    CHECK(0, "no golden frame is called %s", name);
    return &golden_frames[0];
}

static heard_t ask_golden(const golden_t *golden, uint8_t type)
{
    fake_send(golden->wire, golden->wire_size);
    return hear(type, 8000);
}

static void golden_commands_are_answered(void)
{
    run(100);
    hear(MSG_WELCOME, 0); /* the welcome after booting */
    for (unsigned row = 0; row < COUNT(golden_frames); row++) {
        const golden_t *golden = &golden_frames[row];
        if (golden->type >= MSG_FROM_BOARD || !strcmp(golden->name, "hello_newer_major"))
            continue;
        heard_t heard = ask_golden(golden, answer_to[golden->type]);
        CHECK(heard.type && heard.payload[0] == golden->sequence, "%s", golden->name);
    }
}

/* Reports that the story can reproduce byte by byte. */
static void says_golden(const char *command, const char *report)
{
    const golden_t *golden = golden_named(report);
    heard_t heard = ask_golden(golden_named(command), (uint8_t)golden->type);
    CHECK(heard.type && heard.length == golden->payload_size &&
              !memcmp(heard.payload, golden->payload, heard.length),
          "%s is not answered by %s", command, report);
}

static void golden_reports_are_made(void)
{
    uint8_t places[3 + 64] = {1, 0, 64}; /* lights, from point 0 */
    fake->noise = 4;
    says_golden("hello_newer_major", "error_version");
    says_golden("ping", "ack");
    says_golden("calibrate_empty", "calibration_empty");
    for (uint8_t place = 0; place < 64; place++)
        places[3 + place] = 63 - place;
    ask(MSG_SET_WIRING, places, sizeof places, MSG_ACK);
    says_golden("get_wiring", "wiring");
}

static void golden_reports_are_no_commands(void)
{
    greet();
    for (unsigned row = 0; row < COUNT(golden_frames); row++)
        if (golden_frames[row].type >= MSG_FROM_BOARD)
            CHECK(ask_golden(&golden_frames[row], MSG_ERROR).type == 0, "%s", golden_frames[row].name);
}

static void what_is_not_understood_is_refused_once(void)
{
    greet();
    for (unsigned row = 0; row < COUNT(golden_refused); row++) {
        const golden_t *golden = &golden_refused[row];
        uint8_t code = golden->type < COUNT(answer_to) ? BAD_PAYLOAD : UNKNOWN_TYPE;
        heard_t heard = ask_golden(golden, MSG_ERROR);
        CHECK(heard.payload[0] == golden->sequence && heard.payload[1] == code &&
                  heard.payload[2] == golden->type,
              "%s: code %u", golden->name, heard.payload[1]);
        CHECK(hear(MSG_ERROR, 1500).type == 0, "%s: twice", golden->name);
    }
    CHECK(COUNT(golden_refused) >= 5, "only %zu", COUNT(golden_refused));
}

static void a_second_calibration_waits(void)
{
    greet();
    uint8_t first = tell(MSG_CALIBRATE, "\0\0", 2);
    heard_t heard = ask(MSG_CALIBRATE, "\0\0", 2, MSG_ERROR);
    CHECK(heard.payload[1] == BUSY && heard.payload[2] == MSG_CALIBRATE, "%u", heard.payload[1]);
    CHECK(hear(MSG_CALIBRATION, 8000).payload[0] == first, "the first ends");
}

static void damage_is_counted_and_told(void)
{
    static const uint8_t flood[400] = {9, 9, 9};
    greet();
    fake_send(golden_bad[0].wire, golden_bad[0].wire_size);
    heard_t heard = hear(MSG_ERROR, 1100);
    CHECK(heard.payload[0] == 0 && heard.payload[1] == BAD_FRAMES && heard.payload[2] == 1,
          "code %u", heard.payload[1]);
    fake_send(flood, sizeof flood);
    do
        heard = hear(MSG_ERROR, 2100);
    while (heard.type && heard.payload[1] != LOST_BYTES);
    CHECK(heard.payload[2] == sizeof flood - 255, "%u bytes lost", heard.payload[2]);
    CHECK(ask(MSG_PING, "", 0, 0).type == MSG_ACK, "and all is well");
}

static void random_bytes_do_no_harm(void)
{
    uint32_t dice = 1;
    greet();
    for (unsigned round = 0; round < 2000; round++) {
        const golden_t *golden = &golden_frames[round % COUNT(golden_frames)];
        uint8_t bytes[200];
        unsigned size = golden->wire_size;
        memcpy(bytes, golden->wire, size);
        for (unsigned at = 0; at < 1 + round % 3; at++) {
            dice = dice * 1664525u + 1013904223u;
            bytes[(dice >> 16) % (size - 1)] ^= (uint8_t)(dice >> 8);
        }
        fake_send(bytes, size);
        run(2);
    }
    run(8000); /* a calibration may be in progress */
    fake_send((const uint8_t *)"", 1);
    CHECK(ask(MSG_HELLO, "\1\0", 2, MSG_WELCOME).type, "no answer any more");
}

static void text_stops_the_stream_until_hello(void)
{
    greet();
    unsigned before = fake->said_size;
    fake_send((const uint8_t *)"?\r\nv\r\nt\r\nx\r\n", 12);
    run(3000);
    fake->said[fake->said_size] = 0;
    const char *text = (const char *)fake->said + before;
    static const char *const words[] = {"? this help\r\n", "protocol 1.2 firmware ",
                                        " points 81 senses side boot 1 layout decagon-81 name \r\n",
                                        "supply mV 5000 scan us ", " lost bytes 0\r\n",
                                        "unknown; ? lists the letters\r\n"};
    for (unsigned at = 0; at < COUNT(words); at++)
        CHECK(strstr(text, words[at]), "%s is missing in %s", words[at], text);
    CHECK(strlen(text) == fake->said_size - before, "no frame between the lines");
    unsigned said = fake->said_size;
    fake_send((const uint8_t *)"", 1); /* the remaining line end does not belong to a frame */
    heard_t heard = ask(MSG_HELLO, "\1\0", 2, MSG_WELCOME);
    CHECK(heard.type && fake->said[said] == 0, "a zero before the next frame");
}

static void numbers_in_text_have_all_their_digits(void)
{
    fake->sensors[0] = 1000;
    fake->sensors[80] = 9;
    run(50);
    unsigned before = fake->said_size;
    fake_send((const uint8_t *)"r\n", 2);
    run(2000);
    fake->said[fake->said_size] = 0;
    const char *text = (const char *)fake->said + before;
    CHECK(strstr(text, "0 1000 512 0\r\n") == text, "%.20s", text);
    CHECK(strstr(text, "\r\n10 512 512 0\r\n"), "point 10");
    CHECK(strstr(text, "\r\n80 9 512 0\r\n"), "point 80");
}

static void the_self_test_names_stuck_sensors(void)
{
    greet();
    fake->sensors[9] = 1023;
    run(100);
    heard_t health = ask(MSG_SELF_TEST, "", 0, MSG_HEALTH);
    const uint8_t *at = health.payload;
    CHECK(at[1] == 0, "storage %u", at[1]); /* the storage was empty at the start */
    CHECK((at[3] << 8 | at[4]) == 5000, "supply %u mV", at[3] << 8 | at[4]);
    unsigned scan = (unsigned)(at[5] << 8 | at[6]);
    CHECK(scan > 81 * 52 && scan < 81 * 52 + 800, "a scan of %u us", scan);
    CHECK(at[13] == 81 && at[14] == 0 && at[15] == 2, "stuck %02x %02x", at[14], at[15]);
}

void test_commands(void);
void test_commands(void)
{
    static void (*const stories[])(void) = {
        golden_commands_are_answered,          golden_reports_are_made,
        golden_reports_are_no_commands,        what_is_not_understood_is_refused_once,
        a_second_calibration_waits,            damage_is_counted_and_told,
        random_bytes_do_no_harm,               text_stops_the_stream_until_hello,
        numbers_in_text_have_all_their_digits, the_self_test_names_stuck_sensors,
    };
    for (unsigned at = 0; at < COUNT(stories); at++) {
        fake_new();
        power_on(stories[at]);
    }
}
