/* Functions shared by the parts of this controller; hal.h has those for the firmware. */
#ifndef PARTS_H
#define PARTS_H

#include <stdint.h>

#define SERIAL_BYTES 8

void clocks_start(void);
void timer_start(void);
void watchdog_start(void);
void watchdog_stop(void); /* for a program that does not feed it */
void sensors_start(void); /* from muxes.c or matrix.c: a firmware has one of them */
void adc_start(void);
void adc_begin(uint8_t input);
uint16_t adc_finish(void); /* 0 to 4095 */
void lights_start_signal(void);
void memory_start(void);
void line_start(void); /* needs the serial number */

uint32_t timer_us(void);
void timer_sleep(void); /* until an interrupt, a millisecond at most */

/* Work that may wait for a quiet moment.  Memory: stores data that has not changed for a while,
 * which takes up to half a second.  Line: starts the boot loader if the host has asked for it. */
void memory_rest(void);
void line_rest(void);

/* The flash memory chip, used through functions in the controller's ROM. */
void chip_serial(uint8_t serial[SERIAL_BYTES]); /* its unique number */
const uint8_t *chip_at(uint32_t offset);        /* the address for reading */
void chip_erase(uint32_t offset);               /* 4096 bytes */
void chip_program(uint32_t offset, const uint8_t *bytes, uint32_t size); /* 256 bytes or more */

/* Leaves this program for the boot loader in the ROM, which shows a drive for a .uf2 file. */
void rom_loader(void) __attribute__((noreturn));

#endif
