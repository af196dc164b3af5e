#include "text.h"

#include <stdint.h>

#include "calibrate.h"
#include "config.h"
#include "flash.h"
#include "hal/hal.h"
#include "lights.h"
#include "line.h"
#include "out.h"
#include "points.h"
#include "scan.h"
#include "store.h"

static void say(const char *words) /* `words` are in flash */
{
    for (char letter; (letter = (char)FLASH_BYTE(words)) != 0; words++)
        line_put((uint8_t)letter);
}

static void say_number(uint16_t number)
{
    uint16_t unit = 10000;
    while (unit > 1 && number < unit)
        unit /= 10;
    for (; unit; unit /= 10)
        line_put((uint8_t)('0' + number / unit % 10));
}

static void say_pair(const char *words, uint16_t number)
{
    say(words);
    say_number(number);
}

static void end_line(void) { say(FLASH_TEXT("\r\n")); }

static void say_label(const label_t *label)
{
    for (uint8_t at = 0; at < label->length; at++)
        line_put((uint8_t)label->text[at]);
}

static void help(void)
{
    say(FLASH_TEXT("Less is More sensor board\r\n"
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
    say_pair(FLASH_TEXT("protocol "), PROTOCOL_MAJOR);
    say_pair(FLASH_TEXT("."), PROTOCOL_MINOR);
    say_pair(FLASH_TEXT(" firmware "), FIRMWARE_MAJOR);
    say_pair(FLASH_TEXT("."), FIRMWARE_MINOR);
    say_pair(FLASH_TEXT("."), FIRMWARE_PATCH);
    say_pair(FLASH_TEXT(" points "), store_points());
    say(OCCUPANCY_ONLY ? FLASH_TEXT(" senses occupancy") : FLASH_TEXT(" senses side"));
    say_pair(FLASH_TEXT(" boot "), store_boot());
    say(FLASH_TEXT(" layout "));
    store_layout(&label);
    say_label(&label);
    say(FLASH_TEXT(" name "));
    store_name(&label);
    say_label(&label);
    end_line();
}

static void state(void)
{
    for (uint8_t point = 0; point < store_points(); point++)
        line_put((uint8_t) ".12x"[points_state(point)]);
    end_line();
}

static void readings(void)
{
    for (uint8_t point = 0; point < store_points(); point++) {
        sample_t sample;
        calibrate_sample(point, &sample);
        say_number(point);
        say_pair(FLASH_TEXT(" "), sample_mean(&sample));
        say_pair(FLASH_TEXT(" "), points_baseline(point));
        say_pair(FLASH_TEXT(" "), sample_noise(&sample));
        end_line();
    }
}

static void self_test(void)
{
    say_pair(FLASH_TEXT("supply mV "), hal_supply_mv());
    say_pair(FLASH_TEXT(" scan us "), scan_us());
    say_pair(FLASH_TEXT(" free RAM "), hal_free_ram());
    say_pair(FLASH_TEXT(" lost bytes "), hal_line_lost());
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
        say(FLASH_TEXT("not now\r\n"));
        return;
    }
    say(FLASH_TEXT("calibrating; r shows the result\r\n"));
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
    default: say(FLASH_TEXT("unknown; ? lists the letters\r\n"));
    }
}
