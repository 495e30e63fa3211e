import type { Page } from '@playwright/test';
import { returnItemLabel, returnItems } from '#shared/catalogue/returns.ts';
import { addDays, calendarDate } from '#shared/dates.ts';
import { texts } from '#shared/locales/texts.ts';
import { prefixes, regions } from '#shared/regions.ts';
import { expect, signIn, uk } from './portal.ts';
import type { JourneyPlace } from './portal.ts';

/** France has no returns: its language is spoken elsewhere. */
export const inFrench: JourneyPlace = { ...uk, prefix: 'FR', home: `/FR/${uk.region}`, t: texts.fr };

/** The store of the account `returns`. */
export const storeOf = ({ region }: JourneyPlace) => (region === 'ndach' ? 'DE-2001' : 'UK-1001');

/** A product of the catalogue. */
export const itemAt = (index: number) => {
  const item = returnItems[index];
  if (!item) throw new Error('The catalogue is too small.');
  return item;
};
export const eanAt = (index: number) => itemAt(index).ean;
/** A product's name in the language of a place. */
export const labelAt = (index: number, { prefix }: JourneyPlace) =>
  returnItemLabel(itemAt(index), prefixes[prefix].language);

/** So many days ago in the region's calendar, as people type it. */
export const daysAgo = (days: number, { region }: JourneyPlace) =>
  addDays(calendarDate(new Date(), regions[region].timeZone), -days).split('-').toReversed().join('.');

/** The booking page of somebody who books returns, whose store is known by then. */
export const openReturn = async (page: Page, place: JourneyPlace) => {
  await signIn(page, place, 'returns');
  await page.goto(`${place.home}/returns/book`);
  await expect(page.getByLabel(place.t.returns.fields.storeId, { exact: true })).toHaveValue(storeOf(place));
};

export const entry = (page: Page, field: string) =>
  page.locator(`[data-field="entry.${field}"] input:not([type=date])`);

/** Lines as a scanner enters them: what is scanned ends with Enter. */
export const scanLines = async (
  page: Page,
  place: JourneyPlace,
  serialNumbers: readonly string[],
  bought = daysAgo(10, place),
) => {
  await entry(page, 'ean').focus();
  for (const [index, serialNumber] of serialNumbers.entries()) {
    await page.keyboard.type(`${eanAt(index)}\n`);
    await expect(entry(page, 'purchaseDate')).toBeFocused();
    await page.keyboard.type(`${bought}\n`);
    await expect(entry(page, 'serialNumber')).toBeFocused();
    await page.keyboard.type(`${serialNumber}\n`);
    await expect(entry(page, 'ean')).toBeFocused();
    await expect(entry(page, 'ean')).toHaveValue('');
  }
};

/** A line in the table, by its serial number. */
export const lineWith = (page: Page, serialNumber: string) =>
  page.locator('[data-line]').filter({ hasText: serialNumber });

export const referenceField = (page: Page, { t }: JourneyPlace) => page.getByLabel(t.returns.fields.storeRefNo);

export const sendReturn = (page: Page, { t }: JourneyPlace) =>
  page.getByRole('button', { name: t.returns.book.submit, exact: true }).click();

/** The heading of the page after the booking of a return. */
export const bookedReturn = (page: Page, { t }: JourneyPlace, reference: string) =>
  page.getByRole('heading', { name: t.returns.book.booked.title.replace('{reference}', reference) });

/** What stands for "so many of a thousand". */
export const countWords = ({ prefix, t }: JourneyPlace, lines: number) => {
  const inWords = (count: number) => new Intl.NumberFormat(prefixes[prefix].locale).format(count);
  return t.returns.book.count.replace('{lines}', inWords(lines)).replace('{most}', inWords(1000));
};
