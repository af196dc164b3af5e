/* The controller on the bench: the firmware's ELF in simavr, with power, reset and a way to hang. */
#ifndef CONTROLLER_H
#define CONTROLLER_H

#include "line.h"
#include "model.h"
#include "sim_avr.h"

#define CYCLES_PER_MS 16000

extern avr_t *avr;
extern model_t model; /* the electronics around the controller */
extern line_t line;
extern unsigned crashes; /* resets by the watchdog or invalid code */

/* Ends the program with a message if the ELF cannot be read or the MCU is unknown. */
void controller_load(const char *elf, const char *mcu);

/* Lets time pass; with `stop_at_frame`, at most until the board ends a frame. */
void controller_run(unsigned ms, int stop_at_frame);

void controller_reset(void);
void controller_unplug(void);
void controller_plug(void);
void controller_jam(void); /* the program hangs where it is, until a reset */

#endif
