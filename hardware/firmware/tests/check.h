/* A minimal test tool: a failed check prints its line and is counted. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>

extern int failures, checks;

#define CHECK(condition, ...)                                      \
    do {                                                           \
        checks++;                                                  \
        if (!(condition)) {                                        \
            failures++;                                            \
            printf("%s:%d: %s: ", __FILE__, __LINE__, #condition); \
            printf(__VA_ARGS__);                                   \
            printf("\n");                                          \
        }                                                          \
    } while (0)

#define COUNT(table) (sizeof(table) / sizeof *(table))

#endif
