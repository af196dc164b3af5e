/* The serial line over USB: two rings between its packets and the main loop.  The speed set by the
 * host is ignored, except for 1200 baud: closing the line at that speed starts the boot loader. */
#include <string.h>

#include "hal/hal.h"
#include "parts.h"
#include "registers.h"
#include "usb.h"

#define RING 255       /* bytes that a ring of 256 holds */
#define SHORT_PACKET 63 /* after a full packet, the host would wait for another */
#define DEAF_US 250000u /* without a listener for this long, unsent bytes are dropped */
#define LOADER_BAUD 1200
#define ANSWERED_US 5000

enum { SET_LINE_CODING = 0x20, GET_LINE_CODING, SET_LINE_STATE, SEND_BREAK };
#define READY 1 /* bit of the line's state: somebody has opened it */

typedef struct {
    uint32_t baud;
    uint8_t stop_bits, parity, data_bits;
} __attribute__((packed)) coding_t;

/* Rings of exactly 256 bytes, so that eight-bit indices wrap by themselves. */
static volatile uint8_t received[256], sending[256];
static volatile uint8_t received_in, received_out, sending_in, sending_out;
static volatile uint8_t configured, on_the_way, held, loader_wanted;
static volatile uint32_t heard_us; /* when the host last took bytes, or could have */
static coding_t coding = {115200, 0, 0, 8};
static uint8_t line_state;

/* -- in the interrupt -------------------------------------------------------------------------- */

static void send_next(void)
{
    uint8_t packet[SHORT_PACKET], size = 0;
    if (!configured || on_the_way || sending_out == sending_in)
        return;
    while (size < SHORT_PACKET && sending_out != sending_in)
        packet[size++] = sending[sending_out++];
    on_the_way = 1;
    usb_send(DATA_IN, packet, size);
}

static void on_configured(void)
{
    configured = 1;
    on_the_way = held = 0;
    heard_us = timer_us();
    usb_receive(DATA_OUT);
    send_next();
}

static void on_gone(void) { configured = on_the_way = 0; }

static void on_sent(uint8_t endpoint)
{
    if (endpoint != DATA_IN)
        return;
    on_the_way = 0;
    heard_us = timer_us();
    send_next();
}

/* If there is no room, the host keeps its bytes. */
static void receive_next(void)
{
    held = (uint8_t)(received_in - received_out) > RING - USB_PACKET;
    if (!held)
        usb_receive(DATA_OUT);
}

static void on_received(const uint8_t *bytes, uint8_t size)
{
    while (size--)
        received[received_in++] = *bytes++;
    receive_next();
}

static void look_for_loader(void)
{
    if (coding.baud == LOADER_BAUD && !(line_state & READY))
        loader_wanted = 1;
}

static void on_data(const uint8_t *bytes, uint8_t size)
{
    if (size == sizeof coding)
        memcpy(&coding, bytes, sizeof coding);
    usb_done();
    look_for_loader();
}

static uint8_t on_request(const setup_t *setup)
{
    switch (setup->request) {
    case SET_LINE_CODING: usb_expect_data(); return 1;
    case GET_LINE_CODING: usb_reply(&coding, sizeof coding); return 1;
    case SET_LINE_STATE:
        line_state = (uint8_t)setup->value;
        look_for_loader();
        break;
    case SEND_BREAK: break;
    default: return 0;
    }
    usb_done();
    return 1;
}

static const usb_class_t serial_line = {on_configured, on_gone, on_request,
                                        on_data,       on_sent, on_received};

/* -- in the main loop -------------------------------------------------------------------------- */

void line_start(void)
{
    uint8_t serial[SERIAL_BYTES];
    chip_serial(serial);
    descriptors_serial(serial, sizeof serial);
    usb_start(&serial_line);
}

void line_rest(void)
{
    if (!loader_wanted)
        return;
    hal_wait_us(ANSWERED_US); /* lets the host receive the answer to its request */
    rom_loader();
}

uint8_t hal_line_waiting(void) { return received_in - received_out; }

uint8_t hal_line_take(void)
{
    uint8_t byte = received[received_out++];
    if (held) {
        usb_off();
        receive_next();
        usb_on();
    }
    return byte;
}

static void forget_unheard(void)
{
    usb_off();
    sending_out = sending_in;
    heard_us = timer_us();
    usb_on();
}

uint8_t hal_line_room(void)
{
    uint8_t used = sending_in - sending_out;
    if (used > RING / 2 && timer_us() - heard_us > DEAF_US) {
        forget_unheard();
        used = 0;
    }
    return RING - used;
}

void hal_line_put(uint8_t byte)
{
    if (sending_in == sending_out && !on_the_way)
        heard_us = timer_us();
    sending[sending_in] = byte;
    usb_off();
    sending_in++;
    send_next();
    usb_on();
}

uint16_t hal_line_lost(void) { return 0; } /* the host keeps what there is no room for */
