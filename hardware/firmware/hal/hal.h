/* What the firmware asks of a controller; whoever calls these knows no register of it.
 *
 * A folder beside this file implements it for one family of controllers; the tests implement it in
 * memory (../tests/fake_hal.c).  Everything is called from the main loop, never from interrupts,
 * and after hal_start.  A family's folder also has flash.h, for constants outside the RAM. */
#ifndef HAL_H
#define HAL_H

#include <stdint.h>

#define HAL_TICK_US 4         /* of hal_ticks */
#define HAL_MEMORY_BYTES 1024 /* that outlive a reset, at least */

/* Starts clock, watchdog, line, converter, pins and interrupts. */
void hal_start(void);

/* Sleeps until something happens, a millisecond at most: less current, a quieter converter. */
void hal_idle(void);

/* Resets a controller that has not been fed for a second. */
void hal_watchdog_feed(void);

/* Bytes of RAM that the stack has never reached. */
uint16_t hal_free_ram(void);

/* A free-running counter that wraps, and a wait of 1 to 10,000 us with interrupts on. */
uint16_t hal_ticks(void);
void hal_wait_us(uint16_t us);

/* The serial line, with rings of at least 250 bytes each way. */
uint8_t hal_line_waiting(void);  /* bytes received and not yet taken */
uint8_t hal_line_take(void);     /* the next of them; there must be one */
uint8_t hal_line_room(void);     /* bytes that can be put */
void hal_line_put(uint8_t byte); /* there must be room */
uint16_t hal_line_lost(void);    /* received bytes lost since boot; stops at 65535 */

/* The four select lines that all multiplexers share, 0 to 15; changes them at once.  In a matrix of
 * switches: the row that is drawn to the ground, and the time its columns need to follow. */
void hal_select(uint8_t row);

/* The converter: begin a reading of an input (0 to 7, one a multiplexer), work meanwhile, finish:
 * 0 to 1023, of the supply.  In a matrix of switches the input is a column, which reads 0 where the
 * switch in the selected row is closed, else 1023. */
void hal_adc_begin(uint8_t input);
uint16_t hal_adc_finish(void);
uint16_t hal_supply_mv(void); /* 0: cannot be told */

/* 1 while the button is pressed; not debounced. */
uint8_t hal_button(void);

/* Sends colours to the chain of WS2812 lights.  `codes` holds two 4-bit numbers into `colours` a
 * byte, the first in the low half.  No received byte may be lost meanwhile. */
typedef struct {
    uint8_t green, red, blue; /* in the order of the wire */
} colour_t;
void hal_lights_send(const uint8_t *codes, uint8_t count, const colour_t *colours);

/* The memory that outlives a reset; 0xff where nothing was ever written.  A write may take
 * milliseconds to end; the next access waits for it, unless it asks first.  A byte that would not
 * change is not written. */
uint8_t hal_memory_ready(void);
void hal_memory_read(uint16_t at, void *to, uint8_t size);
void hal_memory_write(uint16_t at, uint8_t byte);

#endif
