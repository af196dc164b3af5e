#include "usb.h"

#include <string.h>

#include "parts.h"
#include "registers.h"

#define DPRAM 0x50100000u
#define DPRAM_BYTES 4096u
#define EP_CONTROL(number, out) REGISTER(DPRAM + 8 * (number) + 4 * (out))
#define BUFFER(number, out) REGISTER(DPRAM + 0x80 + 8 * (number) + 4 * (out))
#define EP_ENABLE (1u << 31 | 1u << 29) /* with an interrupt for each packet */
#define EP_BULK (2u << 26)
#define EP_INTERRUPT (3u << 26)
#define CONTROL_AT 0x100u
#define NOTICE_AT 0x180u
#define DATA_IN_AT 0x1C0u
#define DATA_OUT_AT 0x200u

#define BUFFER_FULL (1u << 15)
#define BUFFER_DATA1 (1u << 13)
#define BUFFER_STALL (1u << 11)
#define BUFFER_AVAILABLE (1u << 10)
#define BUFFER_LENGTH 0x3FFu

#define USB_ADDRESS REGISTER(0x50110000)
#define USB_MAIN_CTRL REGISTER(0x50110040)
#define USB_SOF_RD REGISTER(0x50110048)
#define USB_SIE_CTRL REGISTER(0x5011004C)
#define USB_SIE_STATUS REGISTER(0x50110050)
#define USB_BUFF_STATUS REGISTER(0x50110058)
#define USB_STALL_ARM REGISTER(0x50110068)
#define USB_MUXING REGISTER(0x50110074)
#define USB_PWR REGISTER(0x50110078)
#define USB_INTE REGISTER(0x50110090)
#define USB_INTS REGISTER(0x50110098)
#define SIE_PULLUP (1u << 16)
#define SIE_INT_EACH_BUFFER (1u << 29)
#define STATUS_RESET (1u << 19)
#define STATUS_SETUP (1u << 17)
#define STATUS_SUSPENDED (1u << 4)
#define INT_FRAME (1u << 17)
#define INT_SETUP (1u << 16)
#define INT_RESET (1u << 12)
#define INT_BUFFER (1u << 4)

/* Erratum RP2040-E15: if a packet to the host is made available in the last 200 us of a frame (a
 * millisecond) and the host aborts the transfer, the controller never answers again.  During that
 * time a packet waits for the next frame; 50 us more allow for a late interrupt. */
#define LATE_US 750u
#define FRAME_US 1000u
#define STUCK_US 1000000u /* without a frame, while the host is there */

enum { GET_STATUS, CLEAR_FEATURE, SET_ADDRESS = 5, GET_DESCRIPTOR, GET_CONFIGURATION = 8,
       SET_CONFIGURATION, GET_INTERFACE, SET_INTERFACE };
#define TO_HOST 0x80
#define KIND_MASK 0x60
#define STANDARD 0x00
#define TO_ENDPOINT 2

static const usb_class_t *class;
static uint8_t data1[3][2]; /* by endpoint and direction: whether the next packet is a DATA1 */
static const uint8_t *reply;
static uint16_t reply_left;
static uint8_t reply_ends_short, expecting, configuration, new_address;
static volatile uint32_t frame_us; /* start of the host's last frame */
static volatile uint8_t framed;    /* a frame has begun since the host set a configuration */
static uint32_t waiting;           /* control word that DATA_IN gets at the next frame */

void on_usb(void);

/* The buffer is used as soon as it is marked available, so that must come last. */
static void arm(uint8_t endpoint, uint8_t out, uint32_t control)
{
    uint8_t *next = &data1[endpoint][out];
    control |= *next ? BUFFER_DATA1 : 0;
    *next ^= 1;
    BUFFER(endpoint, out) = control;
    __asm__ volatile("nop\n nop\n nop");
    BUFFER(endpoint, out) = control | BUFFER_AVAILABLE;
}

static uint8_t *room_of(uint8_t endpoint)
{
    static const uint16_t at[] = {CONTROL_AT, NOTICE_AT, DATA_IN_AT};
    return (uint8_t *)(DPRAM + at[endpoint]);
}

static uint8_t late_in_frame(void)
{
    uint32_t passed = timer_us() - frame_us;
    return framed && passed >= LATE_US && passed < FRAME_US;
}

static void arm_to_host(uint8_t endpoint, uint32_t control)
{
    if (endpoint == DATA_IN && late_in_frame())
        waiting = control;
    else
        arm(endpoint, 0, control);
}

void usb_send(uint8_t endpoint, const uint8_t *bytes, uint8_t size)
{
    memcpy(room_of(endpoint), bytes, size);
    arm_to_host(endpoint, size | BUFFER_FULL);
}

static void on_frame(void)
{
    (void)USB_SOF_RD; /* reading clears the interrupt */
    frame_us = timer_us();
    framed = configuration != 0;
    if (waiting)
        arm(DATA_IN, 0, waiting);
    waiting = 0;
}

/* A present host starts a frame every millisecond; a host that sleeps or has gone suspends the
 * device. */
uint8_t usb_stuck(void)
{
    uint8_t asleep = (USB_SIE_STATUS & STATUS_SUSPENDED) != 0;
    usb_off();
    if (asleep)
        framed = 0;
    uint8_t stuck = framed && timer_us() - frame_us > STUCK_US;
    usb_on();
    return stuck;
}

void usb_receive(uint8_t endpoint) { arm(endpoint, 1, USB_PACKET); }

/* -- control transfers ------------------------------------------------------------------------- */

void usb_done(void)
{
    data1[0][0] = 1;
    usb_send(0, reply, 0);
}

static void send_more(void)
{
    uint8_t size = reply_left < USB_PACKET ? (uint8_t)reply_left : USB_PACKET;
    usb_send(0, reply, size);
    reply += size;
    reply_left -= size;
    if (size < USB_PACKET)
        reply_ends_short = 0;
}

static void reply_within(const void *bytes, uint16_t size, uint16_t asked)
{
    reply = bytes;
    reply_left = size < asked ? size : asked;
    reply_ends_short = size < asked; /* the host must see the early end */
    data1[0][0] = 1;
    send_more();
}

static uint16_t asked_for; /* bytes that the current request asks for */

void usb_reply(const void *bytes, uint16_t size) { reply_within(bytes, size, asked_for); }

void usb_expect_data(void)
{
    expecting = 1;
    data1[0][1] = 1;
    usb_receive(0);
}

static void refuse(void)
{
    USB_STALL_ARM = 3;
    BUFFER(0, 0) = BUFFER_STALL;
    BUFFER(0, 1) = BUFFER_STALL;
}

static void configure(uint8_t number)
{
    configuration = number;
    memset(data1, 0, sizeof data1);
    data1[0][0] = 1;
    waiting = framed = 0;
    if (!number) {
        class->gone();
        return;
    }
    EP_CONTROL(NOTICE_IN, 0) = EP_ENABLE | EP_INTERRUPT | NOTICE_AT;
    EP_CONTROL(DATA_IN, 0) = EP_ENABLE | EP_BULK | DATA_IN_AT;
    EP_CONTROL(DATA_OUT, 1) = EP_ENABLE | EP_BULK | DATA_OUT_AT;
    class->configured();
}

/* The host restarts its count of this endpoint's packets. */
static void count_anew(uint8_t address)
{
    uint8_t endpoint = address & 0x0F, out = !(address & 0x80);
    if (endpoint < 1 || endpoint > 2)
        return;
    uint32_t control = BUFFER(endpoint, out);
    data1[endpoint][out] = 0;
    if (!(control & BUFFER_AVAILABLE))
        return;
    BUFFER(endpoint, out) = control &= ~(BUFFER_AVAILABLE | BUFFER_DATA1);
    if (out)
        arm(endpoint, out, control);
    else
        arm_to_host(endpoint, control);
}

static uint8_t describe(const setup_t *setup)
{
    uint16_t size;
    const uint8_t *bytes = descriptor_of(setup->value, &size);
    if (bytes)
        usb_reply(bytes, size);
    return bytes != 0;
}

/* Returns 0 for a request that this device does not know. */
static uint8_t standard_request(const setup_t *setup)
{
    static const uint8_t nothing[2];
    switch (setup->request) {
    case GET_DESCRIPTOR: return describe(setup);
    case GET_STATUS: usb_reply(nothing, 2); return 1;
    case GET_INTERFACE: usb_reply(nothing, 1); return 1;
    case GET_CONFIGURATION: usb_reply(&configuration, 1); return 1;
    case SET_ADDRESS: new_address = (uint8_t)setup->value; break;
    case SET_CONFIGURATION: configure((uint8_t)setup->value); break;
    case SET_INTERFACE: break;
    case CLEAR_FEATURE:
        if ((setup->kind & 0x1F) == TO_ENDPOINT)
            count_anew((uint8_t)setup->index);
        break;
    default: return 0;
    }
    usb_done();
    return 1;
}

static void on_setup(void)
{
    setup_t setup;
    memcpy(&setup, (const void *)DPRAM, sizeof setup);
    BUFFER(0, 0) = BUFFER(0, 1) = 0;
    reply_left = reply_ends_short = expecting = new_address = 0;
    asked_for = setup.length;
    if (!((setup.kind & KIND_MASK) == STANDARD ? standard_request(&setup) : class->request(&setup)))
        refuse();
    else if (setup.kind & TO_HOST) { /* the host will confirm with an empty packet */
        data1[0][1] = 1;
        usb_receive(0);
    }
}

static void on_control_sent(void)
{
    if (new_address) {
        USB_ADDRESS = new_address;
        new_address = 0;
    }
    if (reply_left || reply_ends_short)
        send_more();
}

static void on_control_received(void)
{
    if (!expecting)
        return;
    expecting = 0;
    class->data(room_of(0), (uint8_t)(BUFFER(0, 1) & BUFFER_LENGTH));
}

/* -- the controller ---------------------------------------------------------------------------- */

static void on_buffer(uint8_t endpoint, uint8_t out)
{
    if (endpoint == 0)
        out ? on_control_received() : on_control_sent();
    else if (out)
        class->received((const uint8_t *)(DPRAM + DATA_OUT_AT),
                       (uint8_t)(BUFFER(endpoint, 1) & BUFFER_LENGTH));
    else
        class->sent(endpoint);
}

static void on_buffers(void)
{
    uint32_t done = USB_BUFF_STATUS;
    USB_BUFF_STATUS = done;
    for (uint8_t bit = 0; done; bit++, done >>= 1)
        if (done & 1)
            on_buffer(bit / 2, bit & 1);
}

static void on_reset(void)
{
    USB_ADDRESS = 0;
    configure(0);
}

void on_usb(void)
{
    uint32_t why = USB_INTS;
    if (why & INT_FRAME)
        on_frame();
    if (why & INT_RESET) {
        USB_SIE_STATUS = STATUS_RESET;
        on_reset();
    }
    if (why & INT_BUFFER)
        on_buffers();
    if (why & INT_SETUP) {
        USB_SIE_STATUS = STATUS_SETUP;
        on_setup();
    }
}

void usb_start(const usb_class_t *kind)
{
    class = kind;
    for (uint32_t at = 0; at < DPRAM_BYTES; at += 4)
        REGISTER(DPRAM + at) = 0;
    USB_MUXING = 1u << 0 | 1u << 3; /* the controller's own transceiver */
    USB_PWR = 1u << 2 | 1u << 3;    /* always supplied by the cable */
    USB_MAIN_CTRL = 1;
    USB_INTE = INT_FRAME | INT_SETUP | INT_RESET | INT_BUFFER;
    NVIC_ENABLE = IRQ_USB;
    USB_SIE_CTRL = SIE_INT_EACH_BUFFER | SIE_PULLUP; /* the pull-up announces the device */
}
