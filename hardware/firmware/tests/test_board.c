/* Reports and lights of a board without commands: booting, sensing, states, lights. */
#include <string.h>

#include "check.h"
#include "config.h"
#include "fake_hal.h"
#include "lights.h"
#include "story.h"
#include "types.h"

#define NEAR_ONE (FAKE_REST + 140) /* a magnet with face one up */
#define NEAR_TWO (FAKE_REST - 140)
#define NEVER_MS 2500

/* -- booting ------------------------------------------------------------------------------------ */

static void says_welcome_and_waits(void)
{
    heard_t boot = hear(0, 100);
    const uint8_t *at = boot.payload;
    CHECK(boot.type == MSG_WELCOME && at[0] == 0, "type %u, reply to %u", boot.type, at[0]);
    CHECK(at[1] == 1 && at[2] == PROTOCOL_MINOR && at[7] == 81 && at[8] == 1, "what it is");
    CHECK(!(at[9] & FEATURE_CALIBRATED) && word(at + 10) == 1, "a new board");
    CHECK(at[16] == 10 && !memcmp(at + 17, "decagon-81", 10), "its layout");
    CHECK(at[27] == 0 && at[28] == 6 && !memcmp(at + 29, "memory", 6), "no name, its controller");
    fake->sensors[3] = NEAR_ONE;
    CHECK(hear(0, NEVER_MS).type == 0, "nobody has said hello");
    heard_t state = greet();
    CHECK(state.type == MSG_STATE && state_of(&state, 3) == 1, "what lay there before");
    CHECK(hear(MSG_EVENT, 500).type == 0, "and is no news");
}

static void counts_its_boots(void)
{
    heard_t boot = hear(MSG_WELCOME, 100);
    CHECK(word(boot.payload + 10) == 2, "boot %u", word(boot.payload + 10));
}

static void has_another_number_than_noted(void)
{
    heard_t boot = hear(MSG_WELCOME, 100);
    uint32_t id = (uint32_t)word(boot.payload + 12) << 16 | word(boot.payload + 14);
    CHECK(id != 0 && id != fake->note, "%u", (unsigned)id);
    fake->note = id;
}

static void test_booting(void)
{
    fake_new();
    power_on(says_welcome_and_waits);
    power_on(counts_its_boots);
    fake_new();
    power_on(has_another_number_than_noted);
    uint32_t first = fake->note;
    fake_new();
    fake->note = first;
    fake->sensors[100] = FAKE_REST + 1; /* no two boards are quite alike */
    power_on(has_another_number_than_noted);
}

/* -- sensing ------------------------------------------------------------------------------------ */

static void an_event_after_debouncing(void)
{
    greet();
    for (unsigned round = 0; round < 20; round++) {
        run(37 + round); /* not in step with the scans */
        fake->sensors[round] = round & 1 ? NEAR_ONE : NEAR_TWO;
        uint32_t begun = (uint32_t)(fake->us / 1000);
        heard_t event = hear(MSG_EVENT, 200);
        CHECK(event.payload[0] == round && event.payload[1] == (round & 1 ? 1 : 2), "%u", round);
        CHECK(event.ms - begun > 20 && event.ms - begun < 60, "after %u ms", event.ms - begun);
    }
}

static void no_event_of_one_bad_reading(void)
{
    greet();
    for (unsigned round = 0; round < 30; round++) {
        fake->sensors[5] = NEAR_ONE;
        run(9); /* one scan */
        fake->sensors[5] = FAKE_REST;
        run(60 + round);
    }
    CHECK(hear(MSG_EVENT, 100).type == 0, "an event");
}

static void a_cut_wire_is_no_event(void)
{
    greet();
    fake->sensors[9] = 0;
    heard_t state = hear(MSG_STATE, 1500);
    CHECK(state_of(&state, 9) == 3, "%u", state_of(&state, 9));
    fake->sensors[9] = NEAR_ONE;
    CHECK(hear(MSG_EVENT, 200).payload[1] == 1, "mended");
}

static void the_button(void)
{
    greet();
    for (unsigned turn = 0; turn < 4; turn++) {
        fake->button = !fake->button;
        heard_t told = hear(MSG_BUTTON, 200);
        CHECK(told.type && told.payload[0] == fake->button, "%u", told.payload[0]);
    }
}

/* Events and the button share one sequence of numbers, of which the last are kept. */
static void events_are_sent_again(void)
{
    heard_t told[20], again;
    CHECK(greet().payload[8 + 21] == 0, "the number of the first");
    for (uint8_t number = 0; number < COUNT(told); number++) {
        if (number == 17)
            fake->button = 1;
        else
            fake->sensors[number] = NEAR_ONE;
        told[number] = hear(number == 17 ? MSG_BUTTON : MSG_EVENT, 200);
        CHECK(told[number].payload[told[number].length - 1] == number, "number %u", number);
    }
    for (uint8_t number = 0; number < COUNT(told); number++) {
        uint8_t held = number >= COUNT(told) - KEPT_EVENTS;
        again = ask(MSG_GET_EVENT, &number, 1, held ? told[number].type : MSG_ERROR);
        CHECK(again.type, "event %u", number);
        if (held)
            CHECK(again.length == told[number].length + 1 &&
                      !memcmp(again.payload, told[number].payload, told[number].length) &&
                      again.payload[again.length - 1] != 0,
                  "event %u is another", number);
        else
            CHECK(again.payload[1] == NOT_POSSIBLE, "code %u", again.payload[1]);
    }
    again = ask(MSG_GET_EVENT, "\x14", 1, MSG_ERROR);
    CHECK(again.payload[1] == NOT_POSSIBLE, "one that is still to come");
    for (unsigned more = 0; more < 256; more++) { /* the numbers wrap */
        fake->sensors[50] = more & 1 ? FAKE_REST : NEAR_ONE;
        again = hear(MSG_EVENT, 200);
        CHECK(again.payload[6] == (uint8_t)(20 + more), "number %u", again.payload[6]);
    }
    CHECK(ask(MSG_GET_EVENT, "\x13", 1, MSG_EVENT).payload[6] == 19, "the last one");
}

static void events_are_kept_while_nobody_listens(void)
{
    greet();
    fake_send((const uint8_t *)"\0v\r", 3); /* a line of text ends the stream */
    run(50);
    fake->sensors[7] = NEAR_ONE;
    run(100);
    fake->button = 1;
    CHECK(hear(0, NEVER_MS).type == 0, "nobody listens");
    heard_t state = greet();
    CHECK(state.payload[state.length - 1] == 2, "%u events", state.payload[state.length - 1]);
    CHECK(ask(MSG_GET_EVENT, "\0", 1, MSG_EVENT).payload[0] == 7, "the first");
    CHECK(ask(MSG_GET_EVENT, "\1", 1, MSG_BUTTON).payload[0] == 1, "the second");
}

static void a_state_every_second(void)
{
    uint8_t sequence = greet().sequence;
    uint32_t last = (uint32_t)(fake->us / 1000);
    for (unsigned second = 0; second < 6; second++) {
        heard_t state = hear(0, 1100);
        CHECK(state.type == MSG_STATE && state.payload[0] == 0, "type %u", state.type);
        CHECK(state.sequence == (uint8_t)(sequence + second + 1), "number %u", state.sequence);
        CHECK(state.ms - last > 985 && state.ms - last < 1015, "%u ms", state.ms - last);
        last = state.ms;
    }
}

static void test_sensing(void)
{
    static void (*const stories[])(void) = {an_event_after_debouncing, no_event_of_one_bad_reading,
                                            a_cut_wire_is_no_event, the_button,
                                            events_are_sent_again, events_are_kept_while_nobody_listens,
                                            a_state_every_second};
    for (unsigned at = 0; at < COUNT(stories); at++) {
        fake_new();
        power_on(stories[at]);
    }
}

/* -- lights ------------------------------------------------------------------------------------- */

static void light_five(void)
{
    CHECK(ask(MSG_LIGHTS, "\x80\5\1\xF2\xF", 5, 0).type == MSG_ACK, "lights");
    run(20);
}

static void dark_after_five_seconds_of_silence(void)
{
    greet();
    CHECK(fake_lit() == 0, "%u lit at first", fake_lit());
    light_five();
    CHECK(fake_lit() == 4 && fake->lights[0].green && !fake->lights[1].green, "%u", fake_lit());
    run(4800);
    CHECK(fake_lit() == 4, "not yet: %u lit", fake_lit());
    run(300);
    CHECK(fake_lit() == 0, "%u still lit", fake_lit());
}

static void lit_while_the_host_speaks(void)
{
    greet();
    light_five();
    for (unsigned round = 0; round < 5; round++) {
        ask(MSG_PING, "", 0, MSG_ACK);
        run(3000);
    }
    CHECK(fake_lit() == 4, "%u lit", fake_lit());
    for (unsigned round = 0; round < 5; round++) {
        ask(0x1E, "", 0, MSG_ERROR); /* an unknown command keeps no light on */
        run(1200);
    }
    CHECK(fake_lit() == 0, "%u lit", fake_lit());
}

static void blinks_four_times_a_second(void)
{
    unsigned changes = 0, before;
    greet();
    ask(MSG_LIGHTS, "\xFF\1\x09", 3, MSG_ACK);
    run(10);
    before = fake_lit();
    for (unsigned step = 0; step < 200; step++) {
        run(10);
        changes += before != fake_lit();
        before = fake_lit();
    }
    CHECK(changes >= 15 && changes <= 17, "%u changes in two seconds", changes);
}

static void never_more_current_than_usb_gives(void)
{
    uint8_t all[2 + 41] = {255, 81};
    memset(all + 2, 0xFF, 41); /* code 15: white */
    greet();
    ask(MSG_LIGHTS, all, sizeof all, MSG_ACK);
    run(20);
    double ma = 30 + 81 * 2.5;
    for (unsigned light = 0; light < 81; light++)
        ma += (fake->lights[light].red + fake->lights[light].green + fake->lights[light].blue) *
              20 / 255.0;
    CHECK(fake_lit() == 81 && ma > 350 && ma <= 450, "%u lit, %.1f mA", fake_lit(), ma);
}

/* Warms the room by `counts`, one a second: all sensors except those at the rails. */
static void warm_up(int counts)
{
    for (int count = 0; count < counts; count++) {
        for (unsigned channel = 0; channel < FAKE_CHANNELS; channel++)
            fake->sensors[channel]++;
        run(1300);
    }
}

/* Returns the present state, not one of the many sent meanwhile. */
static heard_t state_now(void)
{
    uint8_t asked = tell(MSG_GET_STATE, "", 0);
    heard_t state;
    do
        state = hear(MSG_STATE, 1000);
    while (state.type && state.payload[0] != asked);
    return state;
}

static void drift_is_followed_under_a_counter(void)
{
    greet();
    fake->sensors[5] = FAKE_REST + 40; /* a weak magnet: detected from 30 on, gone below 18 */
    fake->sensors[6] = FAKE_REST - 40;
    run(100);
    warm_up(40);
    heard_t state = state_now();
    CHECK(state_of(&state, 5) == 1 && state_of(&state, 6) == 2, "a counter was learned away");
    fake->sensors[5] = fake->sensors[6] = FAKE_REST + 40;
    run(100);
    state = state_now();
    CHECK(state_of(&state, 5) == 0 && state_of(&state, 6) == 0, "still there, though lifted");
}

static void another_room_is_learned(void)
{
    for (unsigned channel = 0; channel < FAKE_CHANNELS; channel++)
        fake->sensors[channel] = FAKE_REST + 25; /* almost a counter's signal, everywhere */
    fake->sensors[5] = FAKE_REST + 25 - 45;
    greet();
    run(30000);
    heard_t readings = ask(MSG_GET_READINGS, "\4\2", 2, MSG_READINGS);
    CHECK(word(readings.payload + 5) >= FAKE_REST + 23, "%u", word(readings.payload + 5));
    heard_t state = state_now();
    CHECK(state_of(&state, 5) == 2 && state_of(&state, 6) == 0, "%u", state_of(&state, 5));
}

static void test_lights(void)
{
    static void (*const stories[])(void) = {dark_after_five_seconds_of_silence,
                                            lit_while_the_host_speaks, blinks_four_times_a_second,
                                            never_more_current_than_usb_gives};
    for (unsigned at = 0; at < COUNT(stories); at++) {
        fake_new();
        power_on(stories[at]);
    }
}

static void test_hours(void)
{
    fake_new();
    power_on(drift_is_followed_under_a_counter);
    fake_new();
    power_on(another_room_is_learned);
}

void test_board(void);
void test_board(void)
{
    test_booting();
    test_sensing();
    test_lights();
    test_hours();
}
