import type { Page } from '@playwright/test';
import { requestHeader } from '#shared/api/headers.ts';
import { regions } from '#shared/config/regions.ts';
import { addDays, toCalendarDate } from '#shared/dates/dates.ts';
import { repair } from '#shared/repairs/repair.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import type { ReturnLine } from '#shared/returns/line.ts';
import { returnRecord } from '#shared/returns/return.ts';
import type { ReturnRecord } from '#shared/returns/return.ts';
import type { RepairBooking } from '#shared/testing/repair.ts';
import { buildRepairBooking } from '#shared/testing/repair.ts';
import { buildReturnBooking, buildReturnLine } from '#shared/testing/return.ts';
import type { JourneyPlace } from './portal.ts';
import { eanAt, itemAt, labelAt } from './return-form.ts';

/**
 * Sends a booking for the user who is signed in on the page. Retries server errors, because on a busy machine a large
 * booking can exceed the timeout of the function; a resent booking is booked once.
 */
const send = async (page: Page, path: string, booking: object): Promise<unknown> => {
  const headers = { [requestHeader.name]: requestHeader.value, 'sec-fetch-site': 'same-origin' };
  for (let attempt = 1; ; attempt++) {
    const response = await page.request.post(path, { headers, data: booking });
    if (response.ok()) return response.json();
    if (response.status() < 500 || attempt === 5)
      throw new Error(`POST ${path}: ${response.status()} ${await response.text()}`);
  }
};

export const postRepair = async (
  page: Page,
  { region }: JourneyPlace,
  change: Partial<RepairBooking>,
): Promise<Repair> =>
  repair.parse(
    await send(
      page,
      `/api/repairs/${region}`,
      buildRepairBooking({ id: crypto.randomUUID(), serialNumber: 'HAW10012345678', ...change }),
    ),
  );

export const postReturn = async (
  page: Page,
  { region }: JourneyPlace,
  storeRefNo: string,
  lines: readonly ReturnLine[],
): Promise<ReturnRecord> =>
  returnRecord.parse(
    await send(
      page,
      `/api/returns/${region}`,
      buildReturnBooking({ id: crypto.randomUUID(), storeRefNo, lines: [...lines] }),
    ),
  );

/** Creates a line for the product at an index of the returns catalogue, purchased `daysAgo` days ago and returned today. */
export const createReturnLine = (place: JourneyPlace, index: number, serialNumber: string, daysAgo = 3): ReturnLine => {
  const today = toCalendarDate(new Date(), regions[place.region].timeZone);
  return buildReturnLine({
    product: itemAt(index).key,
    ean: eanAt(index),
    productDescription: labelAt(index, place),
    purchaseDate: addDays(today, -daysAgo),
    returnDate: today,
    serialNumber,
  });
};
