/* A USB device with one configuration: the controller's own hardware, and the requests that every
 * device answers.  What kind of device it is says cdc.c.  Everything here runs in the interrupt of
 * the USB, or with it off. */
#ifndef USB_H
#define USB_H

#include <stdint.h>

#define USB_PACKET 64

enum { NOTICE_IN = 1, DATA_IN = 2, DATA_OUT = 2 }; /* numbers of the endpoints */

typedef struct {
    uint8_t kind, request;
    uint16_t value, index, length;
} setup_t;

void usb_start(void);
uint8_t usb_stuck(void); /* the host is there, but its frames are heard no more: only a reset helps */

/* The main loop's part of the work is done with the interrupt off. */
static inline void usb_off(void) { __asm__ volatile("cpsid i" ::: "memory"); }
static inline void usb_on(void) { __asm__ volatile("cpsie i" ::: "memory"); }

void usb_send(uint8_t endpoint, const uint8_t *bytes, uint8_t size); /* one packet */
void usb_receive(uint8_t endpoint);                                  /* room for one */

/* Answers to a request of the class: data, "done", or (0 from class_request) a refusal. */
void usb_reply(const void *bytes, uint16_t size);
void usb_done(void);
void usb_expect_data(void); /* then class_data is called, which calls usb_done */

/* Given by cdc.c. */
void class_configured(void);
void class_gone(void); /* reset, or the host has set no configuration */
uint8_t class_request(const setup_t *setup);
void class_data(const uint8_t *bytes, uint8_t size);
void class_sent(uint8_t endpoint);
void class_received(const uint8_t *bytes, uint8_t size);

/* Given by descriptors.c: 0 if there is no such descriptor. */
const uint8_t *descriptor_of(uint16_t value, uint16_t *size);
void descriptors_serial(const uint8_t *serial, uint8_t size);

#endif
