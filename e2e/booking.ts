import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { repairProduct } from '#shared/catalogue/repairs.ts';
import { prefixes } from '#shared/regions.ts';
import type { JourneyPlace } from './portal.ts';

/** A product's name in the language of a place. */
export const labelOf = (product: string, { prefix }: JourneyPlace) =>
  repairProduct(product)?.labels[prefixes[prefix].language] ?? product;

/** Chooses from a list by the words of one option; again where the list closed under the pointer, as on a busy machine. */
const choose = async (page: Page, field: string, option: string) => {
  const place = page.locator(`[data-field=${field}]`);
  await expect(async () => {
    await place.getByRole('button').first().click();
    await page.getByRole('option', { name: option }).first().click({ timeout: 5000 });
    // The list itself stands in the field, too: what counts is the button.
    await expect(place.getByRole('button').first()).toContainText(option, { timeout: 2000 });
  }).toPass({ timeout: 30_000 });
};

type Filled = { readonly reference: string; readonly product?: string; readonly serialNumber?: string };

/** Fills in the booking page, confirmations and all. */
export const fillBooking = async (
  page: Page,
  place: JourneyPlace,
  { reference, product = 'switch-2', serialNumber = 'xkw10012345678' }: Filled,
) => {
  const { t } = place;
  await choose(page, 'product', labelOf(product, place));
  await choose(page, 'issue', t.repairs.issues.screenDefect);
  await page.getByLabel(t.repairs.fields.serialNumber).fill(serialNumber);
  await page.getByLabel(t.repairs.fields.purchaseDate).fill('15.01.2026');
  await page.getByLabel(t.repairs.fields.storeRefNo).fill(reference);
  // Again where what came above it just then, as of a device that is booked already, moved a box from under the pointer.
  for (const words of [t.repairs.book.customerPresence, t.repairs.book.termsAcceptance])
    // In the words of the second there is a link.
    await expect(() => page.getByRole('checkbox', { name: words.split('{')[0] ?? '' }).check({ timeout: 5000 })).toPass(
      { timeout: 30_000 },
    );
};

export const sendBooking = (page: Page, { t }: JourneyPlace) =>
  page.getByRole('button', { name: t.repairs.book.submit, exact: true }).click();

/** The heading of the page after the booking of a repair. */
export const bookedHeading = (page: Page, { t }: JourneyPlace, reference: string) =>
  page.getByRole('heading', { name: t.repairs.book.booked.title.replace('{reference}', reference) });

/** A reference that no other journey uses. */
export const newReference = (name: string) => `${name} ${Date.now()}`;
