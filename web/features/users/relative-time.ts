const minute = 60_000;
const units = [
  ['day', 24 * 60 * minute],
  ['hour', 60 * minute],
  ['minute', minute],
] as const;

/** How far off an ISO instant is, in the language's words: `in 2 days`, `3 hours ago`. Whole units count, so that nothing is promised that isn't there any more. */
export const relativeTime = (iso: string, now: Date, locale: string): string => {
  const difference = Date.parse(iso) - now.getTime();
  const [unit, size] = units.find(([, milliseconds]) => Math.abs(difference) >= milliseconds) ?? ['minute', minute];
  return new Intl.RelativeTimeFormat(locale).format(Math.trunc(difference / size), unit);
};
