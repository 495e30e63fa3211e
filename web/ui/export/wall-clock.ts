/** What the clocks of a time zone (IANA name) show at an ISO instant, to the minute. */
export type WallClock = {
  readonly year: string;
  readonly month: string;
  readonly day: string;
  readonly hour: string;
  readonly minute: string;
};

const clocks = new Map<string, Intl.DateTimeFormat>();

// Making a formatter is the slow part of using it, and an export has ten thousand dates.
const clockOf = (timeZone: string) => {
  const known = clocks.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  clocks.set(timeZone, made);
  return made;
};

/** Each part in digits: four of the year, two of the others. */
export const wallClock = (iso: string, timeZone: string): WallClock => {
  const shown = Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(new Date(iso))
      .map(({ type, value }) => [type, value]),
  );
  const { year = '', month = '', day = '', hour = '', minute = '' } = shown;
  return { year: year.padStart(4, '0'), month, day, hour, minute };
};
