/* The serial line of the bench: bytes at their true pace, to a pty or to the control pipe. */
#ifndef LINE_H
#define LINE_H

#include <stddef.h>
#include <stdint.h>

#include "sim_avr.h"

#define LINE_ROOM 65536

typedef struct {
    avr_t *avr;
    void *uart;                 /* simavr's */
    uint8_t to_board[LINE_ROOM]; /* a ring */
    unsigned in, out;
    uint8_t from_board[LINE_ROOM];
    size_t said;                /* bytes in from_board */
    uint8_t frame_ended;        /* a zero came since it was cleared */
    unsigned overruns;          /* bytes that a real controller would have lost */
    int terminal;               /* the pty's master, or -1 */
    char link[256];             /* the stable name of the pty */
} line_t;

void line_connect(line_t *line, avr_t *avr);
void line_send(line_t *line, const uint8_t *data, size_t size); /* what is too much is lost */
void line_clear(line_t *line); /* what is on the wire when power goes or comes is lost */

/* The pty that `link` leads to; without a link there is none, and these do nothing. */
int line_open_terminal(line_t *line); /* 0 on success */
void line_close_terminal(line_t *line);
void line_exchange(line_t *line); /* moves bytes between pty and board, never waits */

#endif
