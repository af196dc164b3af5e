/* The functions that the firmware needs of a controller; their callers know no registers.
 *
 * A folder beside this file implements them for one family of controllers; the tests implement them
 * in memory (../tests/fake_hal.c).  All calls come from the main loop, never from interrupts, and
 * after hal_start.  A family's folder also has flash.h, for constants outside the RAM. */
#ifndef HAL_H
#define HAL_H

#include <stdint.h>

#define HAL_TICK_US 4         /* unit of hal_ticks */
#define HAL_MEMORY_BYTES 1024 /* fewest bytes that survive a reset */

/* Starts clock, watchdog, line, converter, pins and interrupts. */
void hal_start(void);

/* Sleeps until something happens, a millisecond at most: saves current, quietens the converter. */
void hal_idle(void);

/* Feeds the watchdog, which otherwise resets the controller after a second. */
void hal_watchdog_feed(void);

/* Returns the bytes of RAM that the stack has never reached. */
uint16_t hal_free_ram(void);

/* A free-running counter that wraps, and a wait of 1 to 10,000 us with interrupts on. */
uint16_t hal_ticks(void);
void hal_wait_us(uint16_t us);

/* The serial line, with rings of at least 250 bytes each way. */
uint8_t hal_line_waiting(void);  /* received bytes still to be taken */
uint8_t hal_line_take(void);     /* the next one; there must be one */
uint8_t hal_line_room(void);     /* free bytes for sending */
void hal_line_put(uint8_t byte); /* there must be room */
uint16_t hal_line_lost(void);    /* received bytes lost since boot; stops at 65535 */

/* Sets the four select lines that all multiplexers share, 0 to 15, immediately.  In a matrix of
 * switches, it connects the row to ground and waits until the columns have followed. */
void hal_select(uint8_t row);

/* The converter: begin a reading of an input (0 to 7, one per multiplexer), work meanwhile,
 * finish.  The result is 0 to 1023, relative to the supply.  In a matrix of switches the input is a
 * column, which reads 0 if the switch in the selected row is closed, else 1023. */
void hal_adc_begin(uint8_t input);
uint16_t hal_adc_finish(void);
uint16_t hal_supply_mv(void); /* 0: unknown */

/* 1 while the button is pressed; not debounced. */
uint8_t hal_button(void);

/* Sends colours to the chain of WS2812 lights.  `codes` holds two 4-bit indices into `colours` per
 * byte, the first in the low half.  No received byte may be lost meanwhile. */
typedef struct {
    uint8_t green, red, blue; /* in the order of the wire */
} colour_t;
void hal_lights_send(const uint8_t *codes, uint8_t count, const colour_t *colours);

/* The memory that survives a reset; 0xff where nothing was ever written.  A write may take
 * milliseconds.  The next access waits for its end, unless the caller checks hal_memory_ready
 * first.  An unchanged byte is not written. */
uint8_t hal_memory_ready(void);
void hal_memory_read(uint16_t at, void *to, uint8_t size);
void hal_memory_write(uint16_t at, uint8_t byte);

#endif
