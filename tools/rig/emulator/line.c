#define _GNU_SOURCE
#include "line.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "avr_uart.h"

DEFINE_FIFO(uint16_t, uart_fifo);

#define BYTE_CYCLES 1389       /* ten bits of a host at 115200 baud, in cycles of 16 MHz */
#define BOARD_BYTE_CYCLES 1360 /* ten bits of the controller, whose divider is less accurate */
/* A controller holds two received bytes while a third arrives.  simavr delivers a byte one byte
 * time late, so its queue may hold one more. */
#define HARDWARE_HOLDS 3

static void on_byte_from_board(struct avr_irq_t *irq, uint32_t value, void *param)
{
    line_t *line = param;
    (void)irq;
    if (line->said < LINE_ROOM)
        line->from_board[line->said++] = (uint8_t)value;
    if ((uint8_t)value == 0)
        line->frame_ended = 1;
}

static avr_cycle_count_t deliver(avr_t *avr, avr_cycle_count_t when, void *param)
{
    line_t *line = param;
    avr_uart_t *uart = line->uart;
    uart->cycles_per_byte = BOARD_BYTE_CYCLES; /* simavr counts a parity bit, which is not sent */
    if (line->in != line->out) {
        uint8_t byte = line->to_board[line->out++ % LINE_ROOM];
        if (uart_fifo_get_read_size(&uart->input) > HARDWARE_HOLDS)
            line->overruns++;
        else
            avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT), byte);
    }
    return when + BYTE_CYCLES;
}

static void *find_uart(avr_t *avr)
{
    for (avr_io_t *io = avr->io_port; io; io = io->next)
        if (!strcmp(io->kind, "uart") && ((avr_uart_t *)io)->name == '0')
            return io;
    abort();
}

void line_connect(line_t *line, avr_t *avr)
{
    uint32_t flags = 0;
    line->avr = avr;
    line->terminal = -1;
    line->uart = find_uart(avr);
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT),
                            on_byte_from_board, line);
    line_clear(line);
}

void line_send(line_t *line, const uint8_t *data, size_t size)
{
    while (size-- && line->in - line->out < LINE_ROOM)
        line->to_board[line->in++ % LINE_ROOM] = *data++;
}

void line_clear(line_t *line)
{
    line->in = line->out = 0;
    line->said = 0;
    avr_cycle_timer_cancel(line->avr, deliver, line);
    avr_cycle_timer_register(line->avr, BYTE_CYCLES, deliver, line);
}

int line_open_terminal(line_t *line)
{
    struct termios raw;
    char name[256];
    if (!line->link[0])
        return 0;
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    if (master < 0 || grantpt(master) || unlockpt(master) ||
        ptsname_r(master, name, sizeof name) || fcntl(master, F_SETFL, O_NONBLOCK))
        return -1;
    if (tcgetattr(master, &raw) == 0) {
        cfmakeraw(&raw);
        tcsetattr(master, TCSANOW, &raw);
    }
    unlink(line->link);
    line->terminal = master;
    return symlink(name, line->link);
}

void line_close_terminal(line_t *line)
{
    if (line->terminal < 0)
        return;
    unlink(line->link);
    close(line->terminal);
    line->terminal = -1;
}

void line_exchange(line_t *line)
{
    uint8_t buffer[512];
    ssize_t got, sent;
    if (line->terminal < 0)
        return;
    if (line->in - line->out < LINE_ROOM / 2) {
        got = read(line->terminal, buffer, sizeof buffer); /* an error if nobody has it open */
        if (got > 0)
            line_send(line, buffer, (size_t)got);
    }
    if (!line->said)
        return;
    sent = write(line->terminal, line->from_board, line->said);
    if (sent > 0)
        memmove(line->from_board, line->from_board + sent, line->said -= (size_t)sent);
    else if (line->said > LINE_ROOM / 2)
        line->said = 0; /* nobody reads it, so it is lost, as on a real line */
}
