/* The use of the pins: numbers GP0 to GP29 as printed on a Raspberry Pi Pico. */
#ifndef PINS_H
#define PINS_H

#define SELECT_FIRST 2  /* GP2 to GP5: S0 to S3 of the multiplexers 0 to 7 */
#define COLLECT_FIRST 6 /* GP6 to GP8: S0 to S2 of the multiplexer that collects the outputs */

/* Pins of a matrix of switches: columns are the letters of the points, from a, and rows their
 * numbers, from 1.  They are enough for a board of squares-8 or hexagon-4. */
#define MATRIX_COLUMN_PINS {0, 1, 2, 3, 4, 5, 6, 7}
#define MATRIX_ROW_PINS {8, 9, 10, 11, 12, 13, 16, 17}

#define BUTTON_PIN 14   /* to ground */
#define LIGHT_PIN 15
#define SENSOR_PIN 26 /* the collected output; converter input 0 */
#define SUPPLY_PIN 29 /* a third of VSYS on a Pico; converter input 3 */

#endif
