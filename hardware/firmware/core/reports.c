#include "reports.h"

#include "clock.h"
#include "config.h"
#include "flash.h"
#include "hal/hal.h"
#include "out.h"
#include "points.h"
#include "store.h"
#include "types.h"

static uint8_t streaming;
static uint16_t bad_frames, bad_frames_told, lost_told;
static uint32_t state_ms, trouble_ms;

#define THE_BUTTON MAX_POINTS

static struct {
    uint8_t point, state; /* or THE_BUTTON, and whether it is down */
    uint32_t ms;
} kept[KEPT_EVENTS];
static uint8_t next_event, events_kept;

void reports_boot(void) { reports_welcome(0); }

static void tell_controller(void)
{
    const char *letters = FLASH_TEXT(CONTROLLER);
    out_byte(sizeof CONTROLLER - 1);
    for (uint8_t at = 0; at < sizeof CONTROLLER - 1; at++)
        out_byte((uint8_t)FLASH_BYTE(letters + at));
}

static uint8_t features(void)
{
    return (uint8_t)(FEATURE_READINGS | FEATURE_EVENTS | (HAS_LIGHTS ? FEATURE_LIGHTS : 0) |
                     (HAS_BUTTON ? FEATURE_BUTTON : 0) | (MATRIX_COLUMNS ? FEATURE_MATRIX : 0) |
                     (OCCUPANCY_ONLY || store_calibrated() ? FEATURE_CALIBRATED : 0));
}

void reports_welcome(uint8_t reply)
{
    label_t label;
    out_start(MSG_WELCOME);
    out_byte(reply);
    out_byte(PROTOCOL_MAJOR);
    out_byte(PROTOCOL_MINOR);
    out_byte(3);
    out_byte(FIRMWARE_MAJOR);
    out_byte(FIRMWARE_MINOR);
    out_byte(FIRMWARE_PATCH);
    out_byte(store_points());
    out_byte(!OCCUPANCY_ONLY);
    out_byte(features());
    out_word(store_boot());
    out_long(store_id());
    store_layout(&label);
    out_label(&label);
    store_name(&label);
    out_label(&label);
    tell_controller();
    out_send();
}

void reports_ack(uint8_t reply)
{
    out_start(MSG_ACK);
    out_byte(reply);
    out_send();
}

void reports_error(uint8_t reply, uint8_t code, uint8_t detail)
{
    out_start(MSG_ERROR);
    out_byte(reply);
    out_byte(code);
    out_byte(detail);
    out_send();
}

void reports_state(uint8_t reply)
{
    uint8_t packed = 0;
    out_start(MSG_STATE);
    out_byte(reply);
    out_word(store_boot());
    out_long(clock_ms());
    out_byte(store_points());
    for (uint8_t point = 0; point < store_points(); point++) {
        packed |= (uint8_t)(points_state(point) << (point % 4 * 2));
        if (point % 4 == 3 || point + 1 == store_points()) {
            out_byte(packed);
            packed = 0;
        }
    }
    out_byte(next_event);
    out_send();
}

/* A stream starts with the whole state, so earlier changes are not reported. */
void reports_stream(uint8_t on)
{
    streaming = on;
    if (!on)
        return;
    points_no_news();
    reports_state(0);
    state_ms = clock_ms();
}

void reports_bad_frame(void)
{
    if (bad_frames != 0xFFFF)
        bad_frames++;
}

uint16_t reports_bad_frames(void) { return bad_frames; }

static void tell_kept(uint8_t number, uint8_t reply)
{
    uint8_t place = number % KEPT_EVENTS, point = kept[place].point;
    out_start(point == THE_BUTTON ? MSG_BUTTON : MSG_EVENT);
    if (point != THE_BUTTON)
        out_byte(point);
    out_byte(kept[place].state);
    out_long(kept[place].ms);
    out_byte(number);
    if (reply)
        out_byte(reply);
    out_send();
}

uint8_t reports_again(uint8_t number, uint8_t reply)
{
    uint8_t age = next_event - number;
    if (age == 0 || age > events_kept)
        return NOT_POSSIBLE;
    tell_kept(number, reply);
    return 0;
}

/* Events are also kept while no host listens: damage that looks like text may have ended the
 * stream. */
static void tell_event(uint8_t point, uint8_t state)
{
    uint8_t place = next_event % KEPT_EVENTS;
    kept[place].point = point;
    kept[place].state = state;
    kept[place].ms = clock_ms();
    if (events_kept < KEPT_EVENTS)
        events_kept++;
    if (streaming)
        tell_kept(next_event, 0);
    next_event++;
}

void reports_button(uint8_t down) { tell_event(THE_BUTTON, down); }

/* A broken sensor sends no event; the whole state shows it. */
static void tell_events(void)
{
    for (uint8_t point = 0; point < store_points(); point++) {
        if (streaming && !out_free())
            return; /* the next round continues */
        if (points_news(point) && points_state(point) != FACE_BROKEN)
            tell_event(point, points_state(point));
    }
    points_all_told();
}

static uint8_t clip(uint16_t count) { return count > 255 ? 255 : (uint8_t)count; }

static void tell_trouble(void)
{
    uint16_t lost = hal_line_lost();
    if (bad_frames != bad_frames_told)
        reports_error(0, BAD_FRAMES, clip(bad_frames - bad_frames_told));
    if (lost != lost_told)
        reports_error(0, LOST_BYTES, clip(lost - lost_told));
    bad_frames_told = bad_frames;
    lost_told = lost;
}

void reports_poll(void)
{
    if (points_any_news())
        tell_events();
    if (!streaming)
        return;
    if (out_free() && clock_due(&state_ms, STATE_PERIOD_MS))
        reports_state(0);
    if (out_free() && clock_due(&trouble_ms, REPORT_PERIOD_MS))
        tell_trouble();
}
