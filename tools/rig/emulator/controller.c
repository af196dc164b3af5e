#include "controller.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim_elf.h"

avr_t *avr;
model_t model;
line_t line;
unsigned crashes;

/* simavr checks for due events after this many cycles, not after each instruction, which halves the
 * work.  A run ends earlier if an event is due earlier or an interrupt is raised. */
#define RUN_CYCLES 64

static int powered = 1, restarted;
static void (*core_reset)(avr_t *); /* simavr's own function, called by ours */
static struct {
    int on;
    avr_flashaddr_t at;
    uint8_t kept[2];
} jam;

void controller_jam(void)
{
    static const uint8_t for_ever[2] = {0xFF, 0xCF}; /* rjmp to itself */
    if (jam.on)
        return;
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

/* Restores timers and pins, which simavr forgets in every reset, even by the watchdog. */
static void wire_up(void)
{
    restarted = 0;
    avr->run_cycle_limit = RUN_CYCLES; /* forgotten with the timers */
    if (jam.on)
        end_jam();
    line_clear(&line);
    model.chain.bits = 0; /* a signal that is cut off does not count as bad */
    model.chain.rose = 0;
    model_pins(&model);
}

static void on_reset(avr_t *controller)
{
    restarted = 1;
    if (core_reset)
        core_reset(controller);
}

static void run_some(void)
{
    int state = avr_run(avr);
    if (restarted)
        wire_up();
    if (state == cpu_Crashed || state == cpu_Done) {
        crashes++;
        avr_reset(avr);
    }
}

void controller_run(unsigned ms, int stop_at_frame)
{
    avr_cycle_count_t end = avr->cycle + (avr_cycle_count_t)ms * CYCLES_PER_MS;
    line.frame_ended = 0;
    while (avr->cycle < end && !(stop_at_frame && line.frame_ended)) {
        if (powered)
            run_some();
        else
            avr->cycle = end;
    }
    model_latch(&model);
}

void controller_reset(void)
{
    avr_reset(avr);
    wire_up();
}

void controller_unplug(void)
{
    powered = 0;
    line_clear(&line);
    line_close_terminal(&line);
    memset(model.chain.latched, 0, sizeof model.chain.latched);
    model.chain.bits = 0;
}

void controller_plug(void)
{
    if (powered)
        return;
    powered = 1;
    if (line_open_terminal(&line))
        exit(3);
    memset(avr->data + 0x100, 0xA5, avr->ramend + 1 - 0x100); /* RAM is lost without power */
    controller_reset();
}

/* Replaces simavr's sleep: only simulated time passes while the controller sleeps. */
static void do_not_sleep(avr_t *controller, avr_cycle_count_t cycles)
{
    (void)controller;
    (void)cycles;
}

void controller_load(const char *elf, const char *mcu)
{
    elf_firmware_t firmware;
    memset(&firmware, 0, sizeof firmware);
    if (elf_read_firmware(elf, &firmware)) {
        fprintf(stderr, "bench: %s cannot be read, an ELF file is expected\n", elf);
        exit(2);
    }
    firmware.frequency = CYCLES_PER_MS * 1000;
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
    model_connect(&model, avr);
    line_connect(&line, avr);
    avr->run_cycle_limit = RUN_CYCLES;
}
