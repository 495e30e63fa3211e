import { limits } from '#shared/config/limits.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { calendars } from '#shared/dates/calendars.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import { addDays } from '#shared/dates/dates.ts';
import { findLastOverdueBookingDay } from '#shared/records/rma-number-deadline.ts';

// Inputs of the requests of the home page's panels. The first script of the document also sends these requests, before the page's code is loaded, so this file has to stay small and imports no schemas.

const limit = limits.home.todos;

/** Input of the list of records without an RMA number that are overdue, the oldest first. */
export const toOverdueInput = (region: RegionId, today: CalendarDate) =>
  ({
    region,
    state: 'submitted',
    to: findLastOverdueBookingDay(today, calendars[region]),
    order: 'oldest',
    limit,
  }) as const;

/** Input of the list of repairs with a deadline. */
export const toDueInput = (region: RegionId) => ({ region, due: 'all', limit }) as const;

/** Input of the list of repairs that the store has to send. */
export const toSendableRepairsInput = (region: RegionId) => ({ region, due: 'send', limit }) as const;

/** Input of the list of returns that the store has to send: registered ones of recent days. */
export const toSendableReturnsInput = (region: RegionId, today: CalendarDate) =>
  ({ region, state: 'registered', from: addDays(today, -limits.home.sendReturnDays), order: 'oldest', limit }) as const;
