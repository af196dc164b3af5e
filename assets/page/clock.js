// What the clock of a seat shows, from what the table has said last.

export function clockText(seconds) {
  const whole = Math.floor(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (number) => String(number).padStart(2, "0");
  if (seconds < 10) return `0:0${(Math.floor(seconds * 10) / 10).toFixed(1)}`;
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${two(minutes)}:${two(rest)}`;
}

// Seconds of the time, or of the period that runs; beside them the periods that are left, as 3×30, or
// what of a delay still passes before the time does.  Null without a limit.
export function reading(clock, control, number) {
  let left = clock?.left?.[number] ?? null;
  if (left === null) return null;
  const { periods = 0, period = 0, delay = 0 } = control ?? {};
  const behind = periods * period;
  let used = clock.running === number ? clock.used ?? 0 : 0;
  if (clock.running === number) {
    const passed = (performance.now() - clock.at) / 1000;
    left = Math.max(0, left - Math.max(0, used + passed - delay) + Math.max(0, used - delay));
    used += passed;
  }
  if (periods && left <= behind + 1e-6) {
    const there = Math.max(1, Math.ceil(left / period - 1e-6));
    return { seconds: left - (there - 1) * period, periods: there, beside: `${there}×${period}` };
  }
  const free = Math.ceil(Math.max(0, delay - used));
  const beside = periods ? `+ ${periods}×${period}` : free ? `+ ${free}` : "";
  return { seconds: Math.max(0, left - behind), periods: 0, beside };
}
