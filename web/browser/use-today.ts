import { useState } from 'react';
import { calendarDate } from '#shared/dates.ts';
import type { CalendarDate } from '#shared/dates.ts';
import { regions } from '#shared/regions.ts';
import { usePlace } from './place.ts';

/** The day in the region's calendar on which the page opened: midnight changes nothing that is being filled in. */
export const useToday = (): CalendarDate => {
  const { region } = usePlace();
  return useState(() => calendarDate(new Date(), regions[region].timeZone))[0];
};
