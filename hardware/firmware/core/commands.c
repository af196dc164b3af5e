#include "commands.h"

#include <string.h>

#include "calibrate.h"
#include "clock.h"
#include "config.h"
#include "hal/hal.h"
#include "in.h"
#include "lights.h"
#include "out.h"
#include "points.h"
#include "receive.h"
#include "reports.h"
#include "scan.h"
#include "selftest.h"
#include "store.h"
#include "text.h"
#include "types.h"

#define READINGS_AT_ONCE 12
#define WIRES_AT_ONCE 64

static receiver_t receiver;
static uint32_t heard_ms;
static uint8_t dark = 1;
static uint8_t valid; /* whether the current command is valid, so that it keeps the lights on */

static void refuse(uint8_t reply, uint8_t code, uint8_t detail)
{
    if (code <= VERSION) /* UNKNOWN_TYPE, BAD_PAYLOAD, VERSION: an invalid command */
        valid = 0;
    reports_error(reply, code, detail);
}

static void hello(payload_t *in, uint8_t reply)
{
    uint8_t major = in_byte(in, 0, 255);
    in_byte(in, 0, 255); /* all minor versions are compatible */
    if (in->bad) {
        refuse(reply, BAD_PAYLOAD, MSG_HELLO);
    } else if (major != PROTOCOL_MAJOR) {
        refuse(reply, VERSION, PROTOCOL_MAJOR);
    } else {
        reports_welcome(reply);
        reports_stream(1);
    }
}

static uint8_t lights(payload_t *in)
{
    uint8_t brightness = in_byte(in, 0, 255);
    uint8_t count = in_byte(in, 0, MAX_POINTS);
    const uint8_t *codes = in_bytes(in, (count + 1) / 2);
    if (in->bad)
        return BAD_PAYLOAD;
    lights_clear();
    for (uint8_t point = 0; point < count && point < store_points(); point++)
        lights_set(point, point & 1 ? codes[point / 2] >> 4 : codes[point / 2] & 15);
    lights_brightness(brightness);
    lights_changed();
    dark = 0;
    return 0;
}

static uint8_t palette(payload_t *in)
{
    uint8_t first = in_byte(in, 0, CODES - 1);
    uint8_t count = in_byte(in, 0, CODES);
    const uint8_t *entries = in_bytes(in, count * 4);
    if (in->bad)
        return BAD_PAYLOAD;
    for (uint8_t number = 0; number < count; number++)
        if (entries[number * 4 + 3] > BLINK_COUNTER)
            return BAD_PAYLOAD;
    for (uint8_t number = 0; number < count && first + number < CODES; number++) {
        const uint8_t *from = entries + number * 4;
        entry_t entry = {from[0], from[1], from[2], from[3]};
        lights_entry(first + number, &entry);
    }
    lights_changed();
    return 0;
}

static void calibrate(payload_t *in, uint8_t reply)
{
    uint8_t step = in_byte(in, 0, STEP_FORGET);
    uint8_t point = in_byte(in, 0, MAX_POINTS - 1);
    if (in->bad || point >= store_points())
        refuse(reply, BAD_PAYLOAD, MSG_CALIBRATE);
    else if (calibrate_busy())
        refuse(reply, BUSY, MSG_CALIBRATE);
    else if (OCCUPANCY_ONLY)
        refuse(reply, NOT_POSSIBLE, MSG_CALIBRATE);
    else
        calibrate_begin(reply, step, point);
}

static void readings(payload_t *in, uint8_t reply)
{
    uint8_t first = in_byte(in, 0, MAX_POINTS - 1);
    uint8_t count = in_byte(in, 1, READINGS_AT_ONCE);
    if (in->bad || first >= store_points()) {
        refuse(reply, BAD_PAYLOAD, MSG_GET_READINGS);
        return;
    }
    if (count > store_points() - first)
        count = store_points() - first;
    out_start(MSG_READINGS);
    out_byte(reply);
    out_byte(first);
    out_byte(count);
    for (uint8_t point = first; point < first + count; point++) {
        sample_t sample;
        calibrate_sample(point, &sample);
        out_word(sample_mean(&sample));
        out_word(points_baseline(point));
        out_byte(sample_noise(&sample));
    }
    out_send();
}

static void read_label(payload_t *in, label_t *label, uint8_t longest)
{
    label->length = in_byte(in, 0, longest);
    const uint8_t *text = in_bytes(in, label->length);
    if (!in->bad)
        memcpy(label->text, text, label->length);
}

/* Applies the stored points, wiring and number of lights. */
static void rewire(void)
{
    scan_rewire();
    points_start();
    scan_settle();
    points_no_news();
    lights_rewire();
}

static uint8_t set_name(payload_t *in)
{
    label_t layout, name;
    memset(&layout, 0, sizeof layout);
    memset(&name, 0, sizeof name);
    uint8_t count = in_byte(in, 1, MAX_POINTS);
    read_label(in, &layout, LAYOUT_BYTES);
    read_label(in, &name, NAME_BYTES);
    if (in->bad)
        return BAD_PAYLOAD;
    if (calibrate_busy())
        return BUSY;
    uint8_t other = count != store_points();
    store_names(count, &layout, &name);
    if (other)
        rewire();
    return 0;
}

static uint8_t set_wiring(payload_t *in)
{
    uint8_t line = in_byte(in, 0, WIRING_LIGHTS);
    uint8_t first = in_byte(in, 0, MAX_POINTS - 1);
    uint8_t count = in_byte(in, 0, WIRES_AT_ONCE);
    const uint8_t *places = in_bytes(in, count);
    if (in->bad || count > MAX_POINTS - first)
        return BAD_PAYLOAD;
    for (uint8_t number = 0; number < count; number++)
        if (places[number] >= MAX_POINTS)
            return BAD_PAYLOAD;
    if (calibrate_busy())
        return BUSY;
    store_wires(line, first, count, places);
    rewire();
    return 0;
}

static void get_wiring(payload_t *in, uint8_t reply)
{
    uint8_t line = in_byte(in, 0, WIRING_LIGHTS);
    uint8_t first = in_byte(in, 0, MAX_POINTS - 1);
    if (in->bad || first >= store_points()) {
        refuse(reply, BAD_PAYLOAD, MSG_GET_WIRING);
        return;
    }
    uint8_t count = store_points() - first;
    if (count > WIRES_AT_ONCE)
        count = WIRES_AT_ONCE;
    out_start(MSG_WIRING);
    out_byte(reply);
    out_byte(line);
    out_byte(first);
    out_byte(count);
    for (uint8_t number = 0; number < count; number++)
        out_byte(store_wiring(line, first + number));
    out_send();
}

static void get_event(payload_t *in, uint8_t reply)
{
    uint8_t number = in_byte(in, 0, 255);
    uint8_t refusal = in->bad ? BAD_PAYLOAD : reports_again(number, reply);
    if (refusal)
        refuse(reply, refusal, MSG_GET_EVENT);
}

static void acknowledge(uint8_t refusal, const frame_t *frame)
{
    if (refusal)
        refuse(frame->sequence, refusal, frame->type);
    else
        reports_ack(frame->sequence);
}

static void obey(const frame_t *frame)
{
    payload_t in;
    in_start(&in, frame);
    switch (frame->type) {
    case MSG_HELLO: hello(&in, frame->sequence); break;
    case MSG_PING: reports_ack(frame->sequence); break;
    case MSG_GET_STATE: reports_state(frame->sequence); break;
    case MSG_LIGHTS: acknowledge(lights(&in), frame); break;
    case MSG_PALETTE: acknowledge(palette(&in), frame); break;
    case MSG_CALIBRATE: calibrate(&in, frame->sequence); break;
    case MSG_GET_READINGS: readings(&in, frame->sequence); break;
    case MSG_SELF_TEST: selftest_answer(frame->sequence); break;
    case MSG_SET_NAME: acknowledge(set_name(&in), frame); break;
    case MSG_SET_WIRING: acknowledge(set_wiring(&in), frame); break;
    case MSG_GET_WIRING: get_wiring(&in, frame->sequence); break;
    case MSG_GET_EVENT: get_event(&in, frame->sequence); break;
    default: refuse(frame->sequence, UNKNOWN_TYPE, frame->type);
    }
}

static void handle(uint8_t found, const frame_t *frame)
{
    if (found == RECEIVE_BAD) {
        reports_bad_frame();
    } else if (found == RECEIVE_TEXT) {
        reports_stream(0);
        text_line((const char *)receiver.chunk + receiver.start);
    } else if (found == RECEIVE_FRAME && frame->type < MSG_FROM_BOARD) { /* others are echoes */
        valid = 1;
        obey(frame);
        if (valid)
            heard_ms = clock_ms();
    }
}

static void go_dark(void)
{
    dark = 1;
    lights_clear();
    lights_changed();
}

void commands_start(void) { receive_reset(&receiver); }

void commands_poll(void)
{
    frame_t frame;
    uint8_t found = RECEIVE_NOTHING;
    while (found == RECEIVE_NOTHING && hal_line_waiting() && out_free())
        found = receive_byte(&receiver, hal_line_take(), &frame);
    handle(found, &frame);
    if (!dark && clock_ms() - heard_ms >= DARK_AFTER_MS)
        go_dark();
}
