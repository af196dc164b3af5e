/* Which pins do what: numbers GP0 to GP29 as printed on a Raspberry Pi Pico. */
#ifndef PINS_H
#define PINS_H

#define SELECT_FIRST 2  /* GP2 to GP5: S0 to S3 of the multiplexers 0 to 7 */
#define COLLECT_FIRST 6 /* GP6 to GP8: S0 to S2 of the one that collects their outputs */
#define BUTTON_PIN 14   /* to ground */
#define LIGHT_PIN 15
#define SENSOR_PIN 26 /* the collected output; converter input 0 */
#define SUPPLY_PIN 29 /* a third of VSYS on a Pico; converter input 3 */

#endif
