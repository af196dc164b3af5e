/* Settings that a builder may change: counts, thresholds, currents.  No code.  Pins belong to a
 * controller: hal/FAMILY/pins.h.  The command line can override these values: make POINTS=61
 * LAYOUT=hexagon-5. */
#ifndef CONFIG_H
#define CONFIG_H

#include <stdint.h>

#define PROTOCOL_MAJOR 1
#define PROTOCOL_MINOR 2
#define FIRMWARE_MAJOR 1
#define FIRMWARE_MINOR 2
#define FIRMWARE_PATCH 0

#ifndef CONTROLLER /* controller's name, by which a host chooses an image; from the Makefile */
#define CONTROLLER ""
#endif

#define MAX_POINTS 128
#define MUXES 8
#define ROWS 16 /* number of settings of the four select lines */

#ifndef POINTS /* default until a host stores another number */
#define POINTS 81
#endif
#ifndef LAYOUT
#define LAYOUT "decagon-81"
#endif
#ifndef OCCUPANCY_ONLY /* 1: switches to ground (reed, unipolar Hall) instead of linear sensors */
#define OCCUPANCY_ONLY 0
#endif

/* Parts that a board may lack.  The host learns this and does not use them. */
#ifndef HAS_LIGHTS
#define HAS_LIGHTS 1
#endif
#ifndef HAS_BUTTON
#define HAS_BUTTON 1
#endif

/* Columns of a matrix of switches, 0 for none.  By default, point n is wired to row n / columns and
 * column n % columns; a host may store another wiring.  A column replaces a multiplexer. */
#ifndef MATRIX_COLUMNS
#define MATRIX_COLUMNS 0
#endif
#if MATRIX_COLUMNS
#define DEFAULT_CHANNEL(point) \
    ((uint8_t)((point) % MATRIX_COLUMNS * ROWS + (point) / MATRIX_COLUMNS % ROWS))
#else
#define DEFAULT_CHANNEL(point) (point)
#endif

/* Sensing, in ADC counts: 4.9 mV at 5 V, 3.2 at 3.3 V. */
#define DEFAULT_BASELINE 512
#define DEFAULT_PRESS 30   /* distance from the baseline at which a magnet is detected */
#define DEFAULT_RELEASE 18 /* distance below which the magnet is gone again */
#define RAIL_LOW 6         /* readings outside mean a cut wire or a short */
#define RAIL_HIGH 1017
#define SCAN_PERIOD_MS 8
#define EQUAL_SCANS 4 /* equal scans after which a change counts (see debounce.h) */
#define EQUAL_BUTTON 3

/* Current, for a board powered by USB alone: see BUILD.md. */
#ifndef SUPPLY_MA
#define SUPPLY_MA 450
#endif
#ifndef CONTROLLER_MA
#define CONTROLLER_MA 30
#endif
#ifndef SENSOR_UA
#if OCCUPANCY_ONLY
#define SENSOR_UA 100 /* reeds: eight pull-ups of 10 kOhm, shared */
#else
#define SENSOR_UA 1800 /* DRV5053, 3.6 mA at most, half of them powered at a time */
#endif
#endif
#ifndef IDLE_UA /* a dark WS2812 */
#define IDLE_UA 700
#endif
#define CHANNEL_MA 20 /* one colour of one light at full brightness */

#define KEPT_EVENTS 16 /* events that a host can request again; must divide 256 */
#define STATE_PERIOD_MS 1000
#define DARK_AFTER_MS 5000
#define REPORT_PERIOD_MS 1000

#endif
