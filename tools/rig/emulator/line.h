/* The serial line of the bench: bytes at their real speed, to a pty or to the control pipe. */
#ifndef LINE_H
#define LINE_H

#include <stddef.h>
#include <stdint.h>

#include "sim_avr.h"

#define LINE_ROOM 65536

typedef struct {
    avr_t *avr;
    void *uart;                 /* simavr's object */
    uint8_t to_board[LINE_ROOM]; /* a ring buffer */
    unsigned in, out;
    uint8_t from_board[LINE_ROOM];
    size_t said;                /* bytes in from_board */
    uint8_t frame_ended;        /* a zero byte came since this was cleared */
    unsigned overruns;          /* bytes that a real controller would have lost */
    int terminal;               /* the pty's master, or -1 */
    char link[256];             /* the stable name of the pty */
} line_t;

void line_connect(line_t *line, avr_t *avr);
void line_send(line_t *line, const uint8_t *data, size_t size); /* drops the excess */
void line_clear(line_t *line); /* drops bytes on the wire when power changes */

/* The pty behind `link`; without a link there is none, and these functions do nothing. */
int line_open_terminal(line_t *line); /* 0 on success */
void line_close_terminal(line_t *line);
void line_exchange(line_t *line); /* transfers bytes between pty and board without waiting */

#endif
