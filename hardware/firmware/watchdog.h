/* Resets a controller that hangs, after one second. */
#ifndef WATCHDOG_H
#define WATCHDOG_H

void watchdog_start(void);
void watchdog_feed(void);

#endif
