/* A USB device with one configuration: the controller's own hardware, and the requests that every
 * device answers.  What kind of device it is says the class that starts it.  Everything here runs
 * in the interrupt of the USB, or with it off. */
#ifndef USB_H
#define USB_H

#include <stdint.h>

#define USB_PACKET 64

enum { NOTICE_IN = 1, DATA_IN = 2, DATA_OUT = 2 }; /* numbers of the endpoints */

typedef struct {
    uint8_t kind, request;
    uint16_t value, index, length;
} setup_t;

/* What a class of devices does: `request` returns 0 to refuse; `gone` follows a reset, or a host
 * that has set no configuration. */
typedef struct {
    void (*configured)(void);
    void (*gone)(void);
    uint8_t (*request)(const setup_t *setup);
    void (*data)(const uint8_t *bytes, uint8_t size);
    void (*sent)(uint8_t endpoint);
    void (*received)(const uint8_t *bytes, uint8_t size);
} usb_class_t;

void usb_start(const usb_class_t *kind);
uint8_t usb_stuck(void); /* the host is there, but its frames are heard no more: only a reset helps */

/* The main loop's part of the work is done with the interrupt off. */
static inline void usb_off(void) { __asm__ volatile("cpsid i" ::: "memory"); }
static inline void usb_on(void) { __asm__ volatile("cpsie i" ::: "memory"); }

void usb_send(uint8_t endpoint, const uint8_t *bytes, uint8_t size); /* one packet */
void usb_receive(uint8_t endpoint);                                  /* room for one */

/* Answers to a request of the class: data, or "done". */
void usb_reply(const void *bytes, uint16_t size);
void usb_done(void);
void usb_expect_data(void); /* then `data` is called, which calls usb_done */

/* Given by descriptors.c: 0 if there is no such descriptor. */
const uint8_t *descriptor_of(uint16_t value, uint16_t *size);
void descriptors_serial(const uint8_t *serial, uint8_t size);

#endif
