/* Runs the firmware's ELF in simavr with the board's electronics around it.
 *
 *   bench ELF MCU            lockstep: time passes only in `run` and `until`
 *   bench ELF MCU PTY_NAME   real time: the serial line is a pty, with PTY_NAME as a link to it
 *
 * Commands are read from standard input, one a line; each is answered by a line on standard output:
 *   set CHANNEL MILLIVOLTS [SPREAD]   noise MILLIVOLTS BAD_PER_10000 SEED   button 0|1
 *   memory MICROSECONDS (the time to write a byte of the EEPROM)
 *   send HEX   run MS   until MS (or until the board has ended a frame)
 *   unplug   plug   reset   jam   lights   stats   wear   quit
 * Answers: ok [HEX of what the board has sent] | lights ... | stats ... | wear ... (writes of each
 * byte of the EEPROM) | error WORDS */
#define _GNU_SOURCE
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "controller.h"

#define SLICE_MS 1
#define CATCH_UP_MS 50
#define WORD 8

typedef struct {
    char name[WORD + 1];
    int count; /* of numbers that follow the name */
    unsigned numbers[3];
    const char *rest; /* everything after the name, as text */
} command_t;

static int live;

/* -- answers ---------------------------------------------------------------------------------- */

static void answer_bytes(void)
{
    printf("ok ");
    for (size_t at = 0; !live && at < line.said; at++)
        printf("%02x", line.from_board[at]);
    if (!live)
        line.said = 0;
    printf("\n");
}

static void answer_lights(void)
{
    const uint8_t *at = model.chain.latched;
    printf("lights %u ", model.chain.frames);
    for (unsigned light = 0; light < model.chain.latched_lights; light++, at += 3)
        printf("%02x%02x%02x", at[1], at[0], at[2]); /* red, green, blue */
    printf("\n");
}

static void answer_stats(void)
{
    printf("stats cycle=%llu overruns=%u bad_pulses=%u longest_gap=%llu early_readings=%u "
           "scan_cycles=%llu crashes=%u waiting=%u\n",
           (unsigned long long)avr->cycle, line.overruns, model.chain.bad_pulses,
           (unsigned long long)model.chain.longest_gap, model.sensors.early_readings,
           (unsigned long long)model.sensors.scan_longest, crashes, line.in - line.out);
    model.sensors.scan_longest = model.chain.longest_gap = 0;
}

static void answer_wear(void)
{
    printf("wear");
    for (unsigned at = 0; at < MEMORY; at++)
        printf(" %u", model.wear[at]);
    printf("\n");
}

/* -- commands: each returns 0 if its numbers are wrong ------------------------------------------ */

static int set(const command_t *command)
{
    if (command->numbers[0] >= CHANNELS)
        return 0;
    model.sensors.millivolts[command->numbers[0]] = (uint16_t)command->numbers[1];
    model.sensors.spread_mv[command->numbers[0]] = (uint16_t)command->numbers[2];
    return 1;
}

static int noise(const command_t *command)
{
    model.sensors.noise_mv = (uint16_t)command->numbers[0];
    model.sensors.bad_per_10000 = (uint16_t)command->numbers[1];
    model.sensors.dice = command->numbers[2];
    return 1;
}

static int button(const command_t *command)
{
    model.sensors.button = command->numbers[0] != 0;
    model_pins(&model);
    return 1;
}

static int memory(const command_t *command)
{
    model.memory_us = command->numbers[0];
    return 1;
}

static int send(const command_t *command)
{
    unsigned value;
    for (const char *hex = command->rest; sscanf(hex, "%2x", &value) == 1; hex += 2) {
        uint8_t byte = (uint8_t)value;
        line_send(&line, &byte, 1);
        if (!hex[1])
            break;
    }
    return 1;
}

static int run(const command_t *command)
{
    if (!live)
        controller_run(command->numbers[0], 0);
    return !live;
}

static int until(const command_t *command)
{
    if (!live)
        controller_run(command->numbers[0], 1);
    return !live;
}

static const struct {
    const char *name;
    int count; /* of numbers it needs */
    int (*obey)(const command_t *);
    void (*simply)(void);
    void (*answer)(void);
} table[] = {
    {"set", 2, set, NULL, answer_bytes},
    {"noise", 3, noise, NULL, answer_bytes},
    {"button", 1, button, NULL, answer_bytes},
    {"memory", 1, memory, NULL, answer_bytes},
    {"send", 0, send, NULL, answer_bytes},
    {"run", 1, run, NULL, answer_bytes},
    {"until", 1, until, NULL, answer_bytes},
    {"unplug", 0, NULL, controller_unplug, answer_bytes},
    {"plug", 0, NULL, controller_plug, answer_bytes},
    {"reset", 0, NULL, controller_reset, answer_bytes},
    {"jam", 0, NULL, controller_jam, answer_bytes},
    {"lights", 0, NULL, NULL, answer_lights},
    {"stats", 0, NULL, NULL, answer_stats},
    {"wear", 0, NULL, NULL, answer_wear},
};

static command_t parse(const char *words)
{
    command_t command = {0};
    int length = 0;
    sscanf(words, "%8s%n", command.name, &length); /* 8: WORD */
    command.rest = words + length + (words[length] == ' ');
    unsigned *numbers = command.numbers;
    command.count = sscanf(command.rest, "%u %u %u", numbers, numbers + 1, numbers + 2);
    if (command.count < 0) /* nothing follows */
        command.count = 0;
    return command;
}

static void obey(const char *words)
{
    command_t command = parse(words);
    for (unsigned row = 0; row < sizeof table / sizeof *table; row++) {
        if (strcmp(table[row].name, command.name) || command.count < table[row].count)
            continue;
        if (table[row].obey && !table[row].obey(&command))
            break;
        if (table[row].simply)
            table[row].simply();
        table[row].answer();
        return;
    }
    printf("error %s\n", words);
}

/* Returns 0 when the bench must end. */
static int read_and_obey(void)
{
    static char words[2 * LINE_ROOM + 64];
    if (!fgets(words, sizeof words, stdin))
        return 0;
    words[strcspn(words, "\n")] = 0;
    if (!strcmp(words, "quit"))
        return 0;
    obey(words);
    fflush(stdout);
    return 1;
}

/* -- time ------------------------------------------------------------------------------------- */

static double wall_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* Simulated time follows the wall clock; after a delay it catches up by CATCH_UP_MS at most. */
static void run_live(void)
{
    double done = wall_ms();
    struct pollfd ready = {.fd = STDIN_FILENO, .events = POLLIN};
    for (;;) {
        double now = wall_ms();
        if (now - done > CATCH_UP_MS)
            done = now - CATCH_UP_MS;
        while (done + SLICE_MS <= now) {
            line_exchange(&line);
            controller_run(SLICE_MS, 0);
            line_exchange(&line);
            done += SLICE_MS;
        }
        if (poll(&ready, 1, 1) > 0 && !read_and_obey())
            return;
    }
}

static int start_live(const char *link)
{
    live = 1;
    setvbuf(stdin, NULL, _IONBF, 0);
    snprintf(line.link, sizeof line.link, "%s", link);
    return line_open_terminal(&line);
}

int main(int count, char **words)
{
    if (count < 3) {
        fprintf(stderr, "bench: ELF and MCU expected\n");
        return 2;
    }
    controller_load(words[1], words[2]);
    if (count > 3 && start_live(words[3])) {
        fprintf(stderr, "bench: no pty at %s\n", words[3]);
        return 2;
    }
    printf("ready\n");
    fflush(stdout);
    if (live)
        run_live();
    else
        while (read_and_obey())
            ;
    line_close_terminal(&line);
    return 0;
}
