/* The device's descriptors: a serial line of the class CDC ACM, which needs no driver. */
#include <string.h>

#include "usb.h"

#define WORD(value) (uint8_t)((value) & 0xFF), (uint8_t)((value) >> 8)
#define VENDOR 0x2E8A  /* Raspberry Pi: */
#define PRODUCT 0x000A /* the id of a serial line of a program */
#define RELEASE 0x0100
#define HALF_AMPERE 250 /* x 2 mA */
#define CONFIGURATION_BYTES 67

enum { DEVICE = 1, CONFIGURATION, STRING, INTERFACE, ENDPOINT, OF_CLASS = 0x24 };
enum { LANGUAGES, MAKER, NAME, SERIAL };
enum { COMMUNICATION = 2, DATA = 10, ACM = 2, HEADER = 0, CALLS = 1, ABILITIES = 2, UNION = 6 };
enum { BULK = 2, INTERRUPT = 3, IN = 0x80 };

static const uint8_t device[18] = {
    18, DEVICE, WORD(0x0200), COMMUNICATION, 0, 0, USB_PACKET, WORD(VENDOR), WORD(PRODUCT),
    WORD(RELEASE), MAKER, NAME, SERIAL, 1,
};

static const uint8_t configuration[CONFIGURATION_BYTES] = {
    9, CONFIGURATION, WORD(CONFIGURATION_BYTES), 2, 1, 0, 0x80, HALF_AMPERE,
    9, INTERFACE, 0, 0, 1, COMMUNICATION, ACM, 0, 0,
    5, OF_CLASS, HEADER, WORD(0x0110),
    5, OF_CLASS, CALLS, 0, 1,
    4, OF_CLASS, ABILITIES, 2, /* line coding and state */
    5, OF_CLASS, UNION, 0, 1,
    7, ENDPOINT, IN | NOTICE_IN, INTERRUPT, WORD(8), 16,
    9, INTERFACE, 1, 0, 2, DATA, 0, 0, 0,
    7, ENDPOINT, DATA_OUT, BULK, WORD(USB_PACKET), 0,
    7, ENDPOINT, IN | DATA_IN, BULK, WORD(USB_PACKET), 0,
};

static char serial_digits[17];
static uint8_t text[2 + 2 * 24]; /* the longest text, as UTF-16 */

void descriptors_serial(const uint8_t *serial, uint8_t size)
{
    static const char digits[] = "0123456789ABCDEF";
    for (uint8_t at = 0; at < size && at < 8; at++) {
        serial_digits[2 * at] = digits[serial[at] >> 4];
        serial_digits[2 * at + 1] = digits[serial[at] & 15];
    }
}

static const uint8_t *text_of(const char *words, uint16_t *size)
{
    uint8_t length = 2;
    for (; *words && length < sizeof text; words++, length += 2) {
        text[length] = (uint8_t)*words;
        text[length + 1] = 0;
    }
    text[0] = length;
    text[1] = STRING;
    *size = length;
    return text;
}

static const uint8_t *string(uint8_t number, uint16_t *size)
{
    static const uint8_t languages[4] = {4, STRING, WORD(0x0409)};
    switch (number) {
    case LANGUAGES: *size = sizeof languages; return languages;
    case MAKER: return text_of("Less is More", size);
    case NAME: return text_of("Sensor board", size);
    case SERIAL: return text_of(serial_digits, size);
    default: return 0;
    }
}

const uint8_t *descriptor_of(uint16_t value, uint16_t *size)
{
    switch (value >> 8) {
    case DEVICE: *size = sizeof device; return device;
    case CONFIGURATION: *size = sizeof configuration; return configuration;
    case STRING: return string((uint8_t)value, size);
    default: return 0;
    }
}
