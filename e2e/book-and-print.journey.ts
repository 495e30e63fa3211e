import type { Page } from '@playwright/test';
import { findAccessories } from '#shared/catalogue/repairs.ts';
import { limits } from '#shared/config/limits.ts';
import { texts } from '#shared/locales/texts.ts';
import { bookedHeading, fillBooking, createReference, sendBooking } from './booking.ts';
import { countPrintCalls, getBox, heading, measurePrintedPages } from './interactions.ts';
import { expect, expectNoOverflow, germany, signIn, test, uk } from './portal.ts';
import type { JourneyPlace } from './portal.ts';

/** Size in millimeters. */
const a4Page = { width: 210, height: 297 };

const sheet = (page: Page) => page.locator('body > .slip-sheet');

/** Prints with a button, as the n-th print of the page, which `countPrintCalls` counts. */
const print = async (page: Page, button: string, printCount: number) => {
  await page.getByRole('button', { name: button }).click();
  await expect(page.locator('html')).toHaveAttribute('data-printed', String(printCount));
  await expect(sheet(page)).toHaveCount(1);
};

test("the slip prints on one sheet or one label in the region's language", async ({ page }) => {
  const place: JourneyPlace = { ...germany, prefix: 'FR', home: '/FR/ndach', t: texts.fr };
  const { home, t } = place;
  await countPrintCalls(page);
  await signIn(page, place, 'repairs');
  await page.goto(`${home}/repairs/book`);
  const reference = createReference('Slip');
  await fillBooking(page, place, { reference, product: 'switch', serialNumber: 'XAW10075273452' });
  await sendBooking(page, place);
  await expect(bookedHeading(page, place, reference)).toBeFocused();
  const tickBox = await getBox(page.locator('.receipt-tick'));
  expect((await getBox(heading(page))).x).toBeGreaterThan(tickBox.x + tickBox.width);

  await print(page, t.repairs.slip.printA4, 1);
  await expect(sheet(page)).toContainText(texts.de.repairs.slip.title);
  await expect(sheet(page)).toContainText(reference);
  await expect(sheet(page)).toContainText('XAW10075273452');
  await expect(sheet(page).locator('.print-code')).toHaveCount(2);
  // The slip uses the portal's own font, because a fallback font could cause a second page.
  expect(await sheet(page).evaluate((element) => getComputedStyle(element).fontFamily)).toMatch(/^"Open Sans"/);
  expect(await page.evaluate(() => document.fonts.check("700 1em 'Open Sans'"))).toBe(true);
  expect(await measurePrintedPages(page)).toEqual([a4Page]);
  // The page is restored after printing.
  await expect(sheet(page)).toHaveCount(0);
  await expectNoOverflow(page);

  await print(page, t.repairs.slip.print62, 2);
  const [label, ...otherPages] = await measurePrintedPages(page);
  expect(otherPages).toEqual([]);
  expect(label?.width).toBe(62);
  expect(label?.height).toBeLessThan(150);
  await expect(sheet(page)).toHaveCount(0);
});

/** Books a repair, overrides these fields of the response, and prints its slip. */
const bookAndPrintWithFields = async (page: Page, reference: string, fields: Record<string, unknown>) => {
  await page.goto(`${uk.home}/repairs/book`);
  await page.unrouteAll();
  await page.route('**/api/repairs/nuk', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const response = await route.fetch();
    const repair = (await response.json()) as Record<string, unknown>;
    return route.fulfill({ response, json: { ...repair, ...fields } });
  });
  await fillBooking(page, uk, { reference, product: 'switch' });
  await sendBooking(page, uk);
  await expect(bookedHeading(page, uk, reference)).toBeFocused();
  await print(page, uk.t.repairs.slip.printA4, 1);
};

const longestDescription = 'Screen stays black, and the fan is loud. '
  .repeat(30)
  .slice(0, limits.text.detailedDescription);

test('long descriptions print in full, and the longest slip on one page', async ({ page }) => {
  await countPrintCalls(page);
  await signIn(page, uk, 'repairs');
  await bookAndPrintWithFields(page, createReference('Described'), { detailedDescription: longestDescription });
  const clippedPixels = await sheet(page)
    .locator('.is-clamped dd')
    .evaluate((text) => text.scrollHeight - text.clientHeight);
  // Tolerance below one line of 15 pixels, for rounding.
  expect(clippedPixels).toBeLessThan(2);
  expect(await measurePrintedPages(page)).toEqual([a4Page]);

  const reference = `${createReference('Longest')} `.padEnd(40, 'W');
  await bookAndPrintWithFields(page, reference, {
    accessories: findAccessories('switch')
      .slice(0, 20)
      .map(({ key }) => key),
    detailedDescription: longestDescription.replaceAll(', ', ',\n'),
    storeName: 'N'.repeat(100),
    serialNumber: 'X'.repeat(30),
    rma: 'R'.repeat(40),
    state: 'registered',
  });
  expect(await measurePrintedPages(page)).toEqual([a4Page]);
  await print(page, uk.t.repairs.slip.print62, 2);
  const labels = await measurePrintedPages(page);
  expect(labels).toHaveLength(1);
  expect(labels[0]?.width).toBe(62);
});
