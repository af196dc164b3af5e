/* The readable mode for a serial monitor: one letter and Enter; ? lists the letters. */
#ifndef TEXT_H
#define TEXT_H

void text_line(const char *line);

#endif
