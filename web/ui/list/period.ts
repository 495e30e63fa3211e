import type { CalendarDate } from '#shared/dates.ts';
import { addDays, parseDate } from '#shared/dates.ts';

export type Period = { readonly from?: CalendarDate | undefined; readonly to?: CalendarDate | undefined };

const presets = ['anyTime', 'last7Days', 'last30Days', 'thisYear'] as const;

export type Preset = (typeof presets)[number];

/** The period of a preset; `today` counts. An open end lets what is submitted later today in. */
export const periodOfPreset = (preset: Preset, today: CalendarDate): Period => {
  if (preset === 'last7Days') return { from: addDays(today, -6) };
  if (preset === 'last30Days') return { from: addDays(today, -29) };
  if (preset === 'thisYear') return { from: `${today.slice(0, 4)}-01-01` };
  return {};
};

export const presetOf = ({ from, to }: Period, today: CalendarDate): Preset | undefined =>
  presets.find((preset) => to === undefined && periodOfPreset(preset, today).from === from);

export const isDay = (text: string) => text !== '' && parseDate(text) === text;

/** What was typed, as far as it is a period: blank ends are open. Undefined while a day is unfinished, or the end is before the beginning. */
export const periodOfDays = ({ from, to }: { readonly from: string; readonly to: string }): Period | undefined => {
  if ([from, to].some((day) => day !== '' && !isDay(day)) || (from !== '' && to !== '' && to < from)) return undefined;
  return { from: from || undefined, to: to || undefined };
};
