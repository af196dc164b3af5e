/* A USB device with one configuration: the controller's own hardware, and the requests that every
 * device answers.  The class passed to usb_start defines the kind of device.  Everything here runs
 * in the USB's interrupt, or with that interrupt off. */
#ifndef USB_H
#define USB_H

#include <stdint.h>

#define USB_PACKET 64

enum { NOTICE_IN = 1, DATA_IN = 2, DATA_OUT = 2 }; /* endpoint numbers */

typedef struct {
    uint8_t kind, request;
    uint16_t value, index, length;
} setup_t;

/* The functions of a class of devices: `request` returns 0 to refuse; `gone` follows a reset, or a
 * host that has set no configuration. */
typedef struct {
    void (*configured)(void);
    void (*gone)(void);
    uint8_t (*request)(const setup_t *setup);
    void (*data)(const uint8_t *bytes, uint8_t size);
    void (*sent)(uint8_t endpoint);
    void (*received)(const uint8_t *bytes, uint8_t size);
} usb_class_t;

void usb_start(const usb_class_t *kind);
uint8_t usb_stuck(void); /* the host is there, but sends no frames any more: only a reset helps */

/* The main loop switches the interrupt off for its part of the work. */
static inline void usb_off(void) { __asm__ volatile("cpsid i" ::: "memory"); }
static inline void usb_on(void) { __asm__ volatile("cpsie i" ::: "memory"); }

void usb_send(uint8_t endpoint, const uint8_t *bytes, uint8_t size); /* one packet */
void usb_receive(uint8_t endpoint);                                  /* makes room for one packet */

/* Answers to a request of the class: data, or a confirmation. */
void usb_reply(const void *bytes, uint16_t size);
void usb_done(void);
void usb_expect_data(void); /* `data` is called later and must call usb_done */

/* Defined in descriptors.c; returns 0 if there is no such descriptor. */
const uint8_t *descriptor_of(uint16_t value, uint16_t *size);
void descriptors_serial(const uint8_t *serial, uint8_t size);

#endif
