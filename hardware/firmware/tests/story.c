#include "story.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "board.h"
#include "check.h"
#include "fake_hal.h"
#include "receive.h"
#include "types.h"

#define PATIENCE_MS 8000 /* storing a calibration takes 4 s */

static unsigned listened; /* sent bytes that were read already */
static receiver_t ear;
static uint8_t number;

static void live(void (*story)(void))
{
    fake_power_on();
    receive_reset(&ear);
    board_start();
    story();
    CHECK(fake->longest_hunger < 900000, "watchdog hungry for %u us", fake->longest_hunger);
    CHECK(fake->early_readings == 0, "%u readings without power", fake->early_readings);
}

void power_on(void (*story)(void))
{
    int ends[2], counts[2] = {0, 0}, status = -1;
    CHECK(pipe(ends) == 0, "no pipe");
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        checks = failures = 0;
        live(story);
        int told[2] = {checks, failures};
        fflush(stdout);
        _exit(write(ends[1], told, sizeof told) != sizeof told);
    }
    close(ends[1]);
    waitpid(child, &status, 0);
    CHECK(status == 0 && read(ends[0], counts, sizeof counts) == sizeof counts, "the board died");
    close(ends[0]);
    checks += counts[0];
    failures += counts[1];
}

void run(unsigned ms)
{
    for (uint64_t end = fake->us + ms * 1000ull; fake->us < end;)
        board_round();
}

uint8_t tell(uint8_t type, const void *payload, uint8_t size)
{
    uint8_t room[1 + FRAME_ROOM] = {0, type, ++number};
    memcpy(room + 3, payload, size);
    fake_send(room, frame_close(room, size + 2));
    return number;
}

/* Reads the next frame of the sent bytes; returns 0 if there is none yet. */
static int next(heard_t *heard)
{
    frame_t frame;
    while (listened < fake->said_size) {
        uint8_t found = receive_byte(&ear, fake->said[listened++], &frame);
        CHECK(found != RECEIVE_BAD, "a damaged frame from the board");
        if (found != RECEIVE_FRAME)
            continue;
        *heard = (heard_t){frame.type, frame.sequence, frame.length, {0},
                           (uint32_t)(fake->us / 1000)};
        memcpy(heard->payload, frame.payload, frame.length);
        return 1;
    }
    return 0;
}

heard_t hear(uint8_t type, unsigned ms)
{
    heard_t heard;
    uint64_t end = fake->us + ms * 1000ull;
    do {
        while (next(&heard))
            if (!type || heard.type == type)
                return heard;
        board_round();
    } while (fake->us < end);
    return (heard_t){0};
}

heard_t ask(uint8_t command, const void *payload, uint8_t size, uint8_t type)
{
    tell(command, payload, size);
    return hear(type, PATIENCE_MS);
}

heard_t greet(void)
{
    ask(MSG_HELLO, "\1\0", 2, MSG_WELCOME);
    return hear(MSG_STATE, 100);
}

uint16_t word(const uint8_t *at) { return (uint16_t)(at[0] << 8 | at[1]); }

uint8_t state_of(const heard_t *state, unsigned point)
{
    return state->payload[8 + point / 4] >> point % 4 * 2 & 3;
}
