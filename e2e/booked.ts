import type { Page } from '@playwright/test';
import { requestHeader } from '#shared/http.ts';
import { repair as repairSchema } from '#shared/repairs/repair.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import type { JourneyPlace } from './portal.ts';

/** Books a repair as the page would, for whoever is signed in on it. */
export const booked = async (page: Page, { region }: JourneyPlace, fields: Partial<Repair>): Promise<Repair> => {
  const booking = {
    id: crypto.randomUUID(),
    product: 'switch-2',
    isOnlyAccessories: false,
    accessories: [],
    issue: 'screenDefect',
    serialNumber: 'HAW10012345678',
    purchaseDate: '2026-01-15',
    detailedDescription: '',
    customerPresence: true,
    termsAcceptance: true,
    ...fields,
  };
  const answered = await page.evaluate(
    async ({ path, header, body }) => {
      const response = await fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', [header.name]: header.value },
        body,
      });
      return response.json() as Promise<unknown>;
    },
    { path: `/api/repairs/${region}`, header: requestHeader, body: JSON.stringify(booking) },
  );
  return repairSchema.parse(answered);
};
