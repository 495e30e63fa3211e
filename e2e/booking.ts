import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { findRepairProduct } from '#shared/catalogue/repairs.ts';
import { prefixes } from '#shared/config/regions.ts';
import type { JourneyPlace } from './portal.ts';

/** Returns a product's name in the language of a place. */
export const toProductLabel = (product: string, { prefix }: JourneyPlace) =>
  findRepairProduct(product)?.labels[prefixes[prefix].language] ?? product;

/**
 * Chooses an option of a list by its text. Retries if the list closes during the click, as happens on a busy machine.
 */
const choose = async (page: Page, field: string, option: string) => {
  const fieldContainer = page.locator(`[data-field=${field}]`);
  await expect(async () => {
    await fieldContainer.getByRole('button').first().click({ timeout: 5000 });
    await page.getByRole('option', { name: option }).first().click({ timeout: 5000 });
    // The list is also inside the field, so check the button.
    await expect(fieldContainer.getByRole('button').first()).toContainText(option, { timeout: 2000 });
  }).toPass({ timeout: 30_000 });
};

type BookingValues = { readonly reference: string; readonly product?: string; readonly serialNumber?: string };

/** Fills in the booking page, including the confirmations. */
export const fillBooking = async (
  page: Page,
  place: JourneyPlace,
  { reference, product = 'switch-2', serialNumber = 'xkw10012345678' }: BookingValues,
) => {
  const { t } = place;
  await choose(page, 'product', toProductLabel(product, place));
  await choose(page, 'issue', t.repairs.issues.screenDefect);
  await page.getByLabel(t.repairs.fields.serialNumber).fill(serialNumber);
  await page.getByLabel(t.repairs.fields.purchaseDate).fill('15.01.2026');
  await page.getByLabel(t.repairs.fields.storeRefNo).fill(reference);
  // Retries if content that appears above, such as a notice about a booked device, moves the checkbox during the click.
  for (const label of [t.repairs.book.customerPresence, t.repairs.book.termsAcceptance])
    // The second label contains a link in place of a placeholder, so only the text before it is compared.
    await expect(() => page.getByRole('checkbox', { name: label.split('{')[0] ?? '' }).check({ timeout: 5000 })).toPass(
      { timeout: 30_000 },
    );
};

export const sendBooking = (page: Page, { t }: JourneyPlace) =>
  page.getByRole('button', { name: t.repairs.book.submit, exact: true }).click();

/** Heading of the page after booking a repair. */
export const bookedHeading = (page: Page, { t }: JourneyPlace, reference: string) =>
  page.getByRole('heading', { name: t.repairs.book.booked.title.replace('{reference}', reference) });

/** Returns a reference that no other journey uses. */
export const createReference = (name: string) => `${name} ${Date.now()}`;
