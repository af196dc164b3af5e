/* Runs the firmware's ELF in simavr with the board's electronics round it.
 *
 *   bench ELF MCU            lockstep: time passes only in `run` and `until`
 *   bench ELF MCU PTY_NAME   real time: the serial line is a pty, PTY_NAME a link to it
 *
 * Commands on standard input, one a line; each is answered by one line on standard output:
 *   set CHANNEL MILLIVOLTS   noise MILLIVOLTS BAD_PER_10000 SEED   button 0|1
 *   memory MICROSECONDS (for writing a byte of the EEPROM)
 *   send HEX   run MS   until MS (or until the board has ended a frame)
 *   unplug   plug   reset   jam   lights   stats   quit
 * Answers: ok [HEX of what the board has sent] | lights ... | stats ... | error WORDS */
#define _GNU_SOURCE
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "line.h"
#include "model.h"
#include "sim_elf.h"

#define CYCLES_PER_MS 16000
#define SLICE_MS 1

static avr_t *avr;
static model_t model;
static line_t line;
static int powered = 1, live;
static unsigned crashes;
static int restarted;
static void (*core_reset)(avr_t *); /* simavr's own, which ours calls */
static struct {
    int on;
    avr_flashaddr_t at;
    uint8_t kept[2];
} jam;

/* The program hangs where it is, until something resets the controller. */
static void start_jam(void)
{
    static const uint8_t for_ever[2] = {0xFF, 0xCF}; /* rjmp to itself */
    jam.on = 1;
    jam.at = avr->pc;
    memcpy(jam.kept, avr->flash + jam.at, sizeof jam.kept);
    memcpy(avr->flash + jam.at, for_ever, sizeof for_ever);
}

static void end_jam(void)
{
    memcpy(avr->flash + jam.at, jam.kept, sizeof jam.kept);
    jam.on = 0;
}

/* simavr forgets its timers and pins in every reset, also in one by the watchdog. */
static void wire_up(void)
{
    restarted = 0;
    if (jam.on)
        end_jam();
    line_clear(&line);
    model.chain.bits = 0; /* a signal cut off in the middle is not a bad one */
    model.chain.rose = 0;
    model_pins(&model);
}

static void on_reset(avr_t *controller)
{
    restarted = 1;
    if (core_reset)
        core_reset(controller);
}

static void run_cycles(avr_cycle_count_t cycles, int stop_at_frame)
{
    avr_cycle_count_t end = avr->cycle + cycles;
    line.frame_ended = 0;
    while (avr->cycle < end && !(stop_at_frame && line.frame_ended)) {
        if (!powered) {
            avr->cycle = end;
        } else {
            int state = avr_run(avr);
            if (restarted)
                wire_up();
            if (state == cpu_Crashed || state == cpu_Done) {
                crashes++;
                avr_reset(avr);
            }
        }
    }
    model_latch(&model);
}

static void start_again(int cold)
{
    if (cold) /* memory forgets without power; the EEPROM does not */
        memset(avr->data + 0x100, 0xA5, avr->ramend + 1 - 0x100);
    avr_reset(avr);
    wire_up();
}

static void unplug(void)
{
    powered = 0;
    line_clear(&line);
    if (live)
        line_close_terminal(&line);
    memset(model.chain.latched, 0, sizeof model.chain.latched);
    model.chain.bits = 0;
}

static void plug(void)
{
    if (powered)
        return;
    powered = 1;
    if (live && line_open_terminal(&line))
        exit(3);
    start_again(1);
}

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

static void send_hex(const char *hex)
{
    unsigned value;
    for (; sscanf(hex, "%2x", &value) == 1; hex += 2) {
        uint8_t byte = (uint8_t)value;
        line_send(&line, &byte, 1);
        if (!hex[1])
            break;
    }
}

/* Returns 0 when the bench shall end. */
static int obey(char *words)
{
    unsigned one, two, three;
    if (sscanf(words, "set %u %u", &one, &two) == 2 && one < CHANNELS) {
        model.sensors.millivolts[one] = (uint16_t)two;
    } else if (sscanf(words, "noise %u %u %u", &one, &two, &three) == 3) {
        model.sensors.noise_mv = (uint16_t)one;
        model.sensors.bad_per_10000 = (uint16_t)two;
        model.sensors.dice = three;
    } else if (sscanf(words, "memory %u", &one) == 1) {
        model.memory_us = one;
    } else if (sscanf(words, "button %u", &one) == 1) {
        model.sensors.button = one != 0;
        model_pins(&model);
    } else if (!strncmp(words, "send ", 5)) {
        send_hex(words + 5);
    } else if (!live && sscanf(words, "run %u", &one) == 1) {
        run_cycles((avr_cycle_count_t)one * CYCLES_PER_MS, 0);
    } else if (!live && sscanf(words, "until %u", &one) == 1) {
        run_cycles((avr_cycle_count_t)one * CYCLES_PER_MS, 1);
    } else if (!strcmp(words, "unplug")) {
        unplug();
    } else if (!strcmp(words, "plug")) {
        plug();
    } else if (!strcmp(words, "jam")) {
        if (!jam.on)
            start_jam();
    } else if (!strcmp(words, "reset")) {
        start_again(0);
    } else if (!strcmp(words, "lights")) {
        return answer_lights(), 1;
    } else if (!strcmp(words, "stats")) {
        return answer_stats(), 1;
    } else if (!strcmp(words, "quit")) {
        return 0;
    } else {
        return printf("error %s\n", words), 1;
    }
    answer_bytes();
    return 1;
}

static int read_and_obey(void)
{
    static char words[2 * LINE_ROOM + 64];
    if (!fgets(words, sizeof words, stdin))
        return 0;
    words[strcspn(words, "\n")] = 0;
    int more = obey(words);
    fflush(stdout);
    return more;
}

static double wall_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* Simulated time follows the wall clock; a machine that was busy catches up, up to 50 ms. */
static void run_live(void)
{
    double done = wall_ms();
    struct pollfd ready = {.fd = STDIN_FILENO, .events = POLLIN};
    for (;;) {
        double now = wall_ms();
        if (now - done > 50)
            done = now - 50;
        while (done + SLICE_MS <= now) {
            line_exchange(&line);
            run_cycles(SLICE_MS * CYCLES_PER_MS, 0);
            line_exchange(&line);
            done += SLICE_MS;
        }
        if (poll(&ready, 1, 1) > 0 && !read_and_obey())
            return;
    }
}

/* A sleeping controller must not make us sleep: our time is the simulation's. */
static void do_not_sleep(avr_t *controller, avr_cycle_count_t cycles)
{
    (void)controller;
    (void)cycles;
}

static void load(const char *elf, const char *mcu)
{
    elf_firmware_t firmware;
    memset(&firmware, 0, sizeof firmware);
    if (elf_read_firmware(elf, &firmware)) {
        fprintf(stderr, "bench: %s cannot be read, an ELF file is expected\n", elf);
        exit(2);
    }
    firmware.frequency = 16000000;
    avr = avr_make_mcu_by_name(mcu);
    if (!avr) {
        fprintf(stderr, "bench: unknown controller %s\n", mcu);
        exit(2);
    }
    avr_init(avr);
    avr->sleep = do_not_sleep;
    core_reset = avr->reset;
    avr->reset = on_reset;
    avr->log = LOG_ERROR;
    avr_load_firmware(avr, &firmware);
}

int main(int count, char **words)
{
    if (count < 3) {
        fprintf(stderr, "bench: ELF and MCU expected\n");
        return 2;
    }
    load(words[1], words[2]);
    model_connect(&model, avr);
    line_connect(&line, avr);
    if (count > 3) {
        live = 1;
        setvbuf(stdin, NULL, _IONBF, 0);
        snprintf(line.link, sizeof line.link, "%s", words[3]);
        if (line_open_terminal(&line)) {
            fprintf(stderr, "bench: no pty at %s\n", words[3]);
            return 2;
        }
    }
    printf("ready\n");
    fflush(stdout);
    if (live)
        run_live();
    else
        while (read_and_obey())
            ;
    if (live)
        line_close_terminal(&line);
    return 0;
}
