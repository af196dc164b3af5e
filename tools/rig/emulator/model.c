#include "model.h"

#include <string.h>

#include "avr_adc.h"
#include "avr_ioport.h"
#include "sim_io.h"
#include "sim_time.h"

#define CYCLES_PER_US 16
#define CONVERSION (13 * 64)
#define BANK_NEEDS_US 50  /* from power to a valid sensor output */
#define LATCH_CYCLES (50 * CYCLES_PER_US)
#define SUPPLY_MV 5000
#define BUTTON_BIT 2
#define BUTTON (1 << BUTTON_BIT)

static uint32_t roll(sensors_t *sensors)
{
    sensors->dice = sensors->dice * 1664525u + 1013904223u;
    return sensors->dice >> 8;
}

/* Returns the present output of a channel's sensor. */
static uint32_t output_of(model_t *model, unsigned channel)
{
    sensors_t *sensors = &model->sensors;
    int32_t level = sensors->millivolts[channel];
    if (model->avr->cycle - sensors->bank_changed < BANK_NEEDS_US * CYCLES_PER_US) {
        sensors->early_readings++;
        return 0;
    }
    if (sensors->bad_per_10000 && roll(sensors) % 10000 < sensors->bad_per_10000)
        return roll(sensors) % SUPPLY_MV;
    uint32_t noise = sensors->noise_mv + sensors->spread_mv[channel];
    if (noise)
        level += (int32_t)(roll(sensors) % (2u * noise + 1)) - (int32_t)noise;
    return level < 0 ? 0 : level > SUPPLY_MV ? SUPPLY_MV : (uint32_t)level;
}

/* A whole scan reads all of row 0 first and all of row 15 last. */
static void time_scan(sensors_t *sensors, avr_cycle_count_t now)
{
    if (sensors->row == 15 && sensors->readings_in_scan > 15) {
        avr_cycle_count_t took = now + CONVERSION - sensors->scan_begun;
        if (took > sensors->scan_longest)
            sensors->scan_longest = took;
    }
}

static void on_conversion(struct avr_irq_t *irq, uint32_t value, void *param)
{
    model_t *model = param;
    avr_adc_mux_t mux;
    (void)irq;
    memcpy(&mux, &value, sizeof value);
    if (mux.kind != ADC_MUX_SINGLE || mux.src > 7)
        return;
    model->sensors.readings_in_scan++;
    time_scan(&model->sensors, model->avr->cycle);
    avr_raise_irq(avr_io_getirq(model->avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_ADC0 + mux.src),
                  output_of(model, mux.src * 16u + model->sensors.row));
}

static void on_select(struct avr_irq_t *irq, uint32_t value, void *param)
{
    model_t *model = param;
    sensors_t *sensors = &model->sensors;
    uint8_t row = value >> 4 & 15;
    (void)irq;
    if ((row ^ sensors->row) & 8)
        sensors->bank_changed = model->avr->cycle;
    if (row != sensors->row && row != sensors->row + 1) { /* does not happen within a scan */
        sensors->readings_in_scan = 0;
        sensors->scan_begun = model->avr->cycle;
    }
    sensors->row = row;
}

void model_latch(model_t *model)
{
    chain_t *chain = &model->chain;
    if (!chain->bits || model->avr->cycle - chain->fell < LATCH_CYCLES)
        return;
    chain->latched_lights = chain->bits / 24;
    memcpy(chain->latched, chain->coming, sizeof chain->latched);
    chain->bits = 0;
    chain->frames++;
}

static void take_bit(chain_t *chain, avr_cycle_count_t high)
{
    uint8_t one = high >= 10; /* 625 ns */
    if (high < 4 || high > 18)
        chain->bad_pulses++;
    if (chain->bits / 8 < sizeof chain->coming) {
        uint8_t *byte = &chain->coming[chain->bits / 8];
        *byte = (uint8_t)(*byte << 1 | one);
        chain->bits++;
    }
}

static void on_light_pin(struct avr_irq_t *irq, uint32_t value, void *param)
{
    model_t *model = param;
    chain_t *chain = &model->chain;
    avr_cycle_count_t now = model->avr->cycle;
    (void)irq;
    if (value) {
        model_latch(model);
        if (chain->bits && now - chain->fell > chain->longest_gap)
            chain->longest_gap = now - chain->fell;
        chain->rose = now;
    } else if (chain->rose) {
        take_bit(chain, now - chain->rose);
        chain->fell = now;
        chain->rose = 0;
    }
}

/* EECR and its bits are at the same address in both controllers. */
#define EECR (0x1F + 32)
#define EEARL (0x21 + 32)
#define EEPE 0x02

static avr_cycle_count_t memory_ready(avr_t *avr, avr_cycle_count_t when, void *param)
{
    (void)when;
    (void)param;
    avr->data[EECR] &= (uint8_t)~EEPE;
    return 0;
}

static void on_memory(avr_t *avr, avr_io_addr_t address, uint8_t value, void *param)
{
    model_t *model = param;
    if (!(value & EEPE))
        return;
    model->wear[(avr->data[EEARL] | avr->data[EEARL + 1] << 8) % MEMORY]++;
    if (!model->memory_us)
        return;
    avr->data[address] |= EEPE;
    avr_cycle_timer_register_usec(avr, model->memory_us, memory_ready, model);
}

void model_pins(model_t *model)
{
    uint8_t open = !model->sensors.button;
    avr_ioport_external_t outside = {.name = 'D', .mask = BUTTON, .value = open ? BUTTON : 0};
    avr_ioctl(model->avr, AVR_IOCTL_IOPORT_SET_EXTERNAL('D'), &outside);
    /* Raises both values: simavr only reports changes, and did not report the pin's reset. */
    avr_irq_t *pin = avr_io_getirq(model->avr, AVR_IOCTL_IOPORT_GETIRQ('D'), BUTTON_BIT);
    avr_raise_irq(pin, !open);
    avr_raise_irq(pin, open);
}

void model_connect(model_t *model, avr_t *avr)
{
    memset(model, 0, sizeof *model);
    model->avr = avr;
    model->select_port = strcmp(avr->mmcu, "atmega2560") ? 'D' : 'A';
    model->sensors.dice = 1;
    for (unsigned channel = 0; channel < CHANNELS; channel++)
        model->sensors.millivolts[channel] = SUPPLY_MV / 2;
    avr_register_io_write(avr, EECR, on_memory, model); /* simavr's own handler runs first */
    avr->vcc = avr->avcc = avr->aref = SUPPLY_MV;
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_OUT_TRIGGER),
                            on_conversion, model);
    avr_irq_register_notify(
        avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(model->select_port), IOPORT_IRQ_REG_PORT),
        on_select, model);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B'), 0), on_light_pin,
                            model);
    model_pins(model);
}
