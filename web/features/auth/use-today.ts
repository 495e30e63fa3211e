import { useState } from 'react';
import { calendarDate } from '#shared/dates.ts';
import type { RegionId } from '#shared/regions.ts';
import { regions } from '#shared/regions.ts';

/** The day in a region's calendar on which a form was opened. */
export const useToday = (region: RegionId) => useState(() => calendarDate(new Date(), regions[region].timeZone))[0];
