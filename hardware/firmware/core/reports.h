/* Reports of the board: events, states, the button, trouble on the line. */
#ifndef REPORTS_H
#define REPORTS_H

#include <stdint.h>

void reports_boot(void);              /* the unrequested welcome after booting */
void reports_welcome(uint8_t reply);
void reports_ack(uint8_t reply);
void reports_error(uint8_t reply, uint8_t code, uint8_t detail);
void reports_state(uint8_t reply);

void reports_stream(uint8_t on);      /* 1 after a Hello, 0 after a line of text */
void reports_bad_frame(void);         /* counts a damaged frame */
uint16_t reports_bad_frames(void);    /* since boot */
void reports_button(uint8_t down);
uint8_t reports_again(uint8_t number, uint8_t reply); /* a recent event; returns 0 or an error */
void reports_poll(void);

#endif
