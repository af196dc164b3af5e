#include "text.h"

#include <avr/pgmspace.h>
#include <stdint.h>
#include <stdlib.h>

#include "board.h"
#include "calibrate.h"
#include "lights.h"
#include "out.h"
#include "points.h"
#include "scan.h"
#include "selftest.h"
#include "store.h"
#include "uart.h"

static void say(const char *words) /* in flash */
{
    for (char letter; (letter = (char)pgm_read_byte(words)) != 0; words++)
        uart_put((uint8_t)letter);
}

static void say_number(int32_t number)
{
    char digits[12];
    ltoa(number, digits, 10);
    for (const char *at = digits; *at; at++)
        uart_put((uint8_t)*at);
}

static void say_pair(const char *words, int32_t number)
{
    say(words);
    say_number(number);
}

static void end_line(void) { say(PSTR("\r\n")); }

static void say_label(const label_t *label)
{
    for (uint8_t at = 0; at < label->length; at++)
        uart_put((uint8_t)label->text[at]);
}

static void help(void)
{
    say(PSTR("Less is More sensor board\r\n"
             "? this help\r\n"
             "v versions, layout and name\r\n"
             "s what lies where: . empty, 1 face one up, 2 face two up, x sensor broken\r\n"
             "r readings: point value baseline noise\r\n"
             "t self-test\r\n"
             "l all lights on\r\n"
             "o all lights off\r\n"
             "c calibrate: the board must be empty\r\n"));
}

static void versions(void)
{
    label_t label;
    say_pair(PSTR("protocol "), PROTOCOL_MAJOR);
    say_pair(PSTR("."), PROTOCOL_MINOR);
    say_pair(PSTR(" firmware "), FIRMWARE_MAJOR);
    say_pair(PSTR("."), FIRMWARE_MINOR);
    say_pair(PSTR("."), FIRMWARE_PATCH);
    say_pair(PSTR(" points "), store_points());
    say(OCCUPANCY_ONLY ? PSTR(" senses occupancy") : PSTR(" senses side"));
    say_pair(PSTR(" boot "), store_boot());
    say(PSTR(" layout "));
    store_layout(&label);
    say_label(&label);
    say(PSTR(" name "));
    store_name(&label);
    say_label(&label);
    end_line();
}

static void state(void)
{
    for (uint8_t point = 0; point < store_points(); point++)
        uart_put((uint8_t) ".12x"[points_state(point)]);
    end_line();
}

static void readings(void)
{
    for (uint8_t point = 0; point < store_points(); point++) {
        sample_t sample;
        calibrate_sample(point, &sample);
        say_number(point);
        say_pair(PSTR(" "), sample_mean(&sample));
        say_pair(PSTR(" "), points_baseline(point));
        say_pair(PSTR(" "), sample_noise(&sample));
        end_line();
    }
}

static void self_test(void)
{
    say_pair(PSTR("supply mV "), scan_supply_mv());
    say_pair(PSTR(" scan us "), scan_us());
    say_pair(PSTR(" free RAM "), selftest_free_ram());
    say_pair(PSTR(" lost bytes "), uart_lost());
    end_line();
}

static void all_lights(uint8_t code)
{
    for (uint8_t point = 0; point < store_points(); point++)
        lights_set(point, code);
    lights_brightness(64);
    lights_changed();
}

static void calibrate(void)
{
    if (OCCUPANCY_ONLY || calibrate_busy()) {
        say(PSTR("not now\r\n"));
        return;
    }
    say(PSTR("calibrating; r shows the result\r\n"));
    calibrate_begin(0, 0, 0);
}

void text_line(const char *line)
{
    out_after_text();
    switch (line[1] ? 0 : line[0]) {
    case '?': help(); break;
    case 'v': versions(); break;
    case 's': state(); break;
    case 'r': readings(); break;
    case 't': self_test(); break;
    case 'l': all_lights(15); break;
    case 'o': all_lights(0); break;
    case 'c': calibrate(); break;
    default: say(PSTR("unknown; ? lists the letters\r\n"));
    }
}
