/* Received data: frames go to their handlers, lines of text to the text mode. */
#ifndef COMMANDS_H
#define COMMANDS_H

void commands_start(void);
void commands_poll(void);

#endif
