import type { Page } from '@playwright/test';
import { toReturnItemLabel, returnItems } from '#shared/catalogue/returns.ts';
import { prefixes, regions } from '#shared/config/regions.ts';
import { addDays, toCalendarDate } from '#shared/dates/dates.ts';
import { texts } from '#shared/locales/texts.ts';
import { expect, signIn, uk } from './portal.ts';
import type { JourneyPlace } from './portal.ts';

/** French texts in the UK region, because returns are not available in France. */
export const frenchPlace: JourneyPlace = { ...uk, prefix: 'FR', home: `/FR/${uk.region}`, t: texts.fr };

/** Returns the store of the account `returns`. */
export const toStoreId = ({ region }: JourneyPlace) => (region === 'ndach' ? 'DE-2001' : 'UK-1001');

/** Returns a product of the returns catalogue. */
export const itemAt = (index: number) => {
  const item = returnItems[index];
  if (!item) throw new Error('The catalogue is too small.');
  return item;
};
export const eanAt = (index: number) => itemAt(index).ean;
/** Returns a product's name in the language of a place. */
export const labelAt = (index: number, { prefix }: JourneyPlace) =>
  toReturnItemLabel(itemAt(index), prefixes[prefix].language);

/** Returns a past date in the region's calendar, formatted as users type it. */
export const formatDaysAgo = (days: number, { region }: JourneyPlace) =>
  addDays(toCalendarDate(new Date(), regions[region].timeZone), -days).split('-').toReversed().join('.');

/** Signs a returns user in and opens the booking page, once it shows the store. */
export const openReturnForm = async (page: Page, place: JourneyPlace) => {
  await signIn(page, place, 'returns');
  await page.goto(`${place.home}/returns/book`);
  await expect(page.locator('.return-summary')).toContainText(toStoreId(place));
};

/** Field of the row in which a line is typed or scanned. */
export const entryField = (page: Page, field: string) =>
  page.locator(`[data-field="entry.${field}"] input:not([type=date])`);

/** Field of the purchase date of all lines. */
export const purchaseDateField = (page: Page) => page.locator('[data-field=dates] input:not([type=date])');

/** Enters lines as a scanner does, with Enter after each code. Fills in the purchase date of all lines if it is empty. */
export const scanLines = async (
  page: Page,
  place: JourneyPlace,
  serialNumbers: readonly string[],
  purchaseDate = formatDaysAgo(10, place),
) => {
  if ((await purchaseDateField(page).inputValue()) === '') await purchaseDateField(page).fill(purchaseDate);
  await entryField(page, 'ean').focus();
  for (const [index, serialNumber] of serialNumbers.entries()) {
    await page.keyboard.type(`${eanAt(index)}\n`);
    await expect(entryField(page, 'serialNumber')).toBeFocused();
    await page.keyboard.type(`${serialNumber}\n`);
    await expect(entryField(page, 'ean')).toBeFocused();
    await expect(entryField(page, 'ean')).toHaveValue('');
  }
};

/** Locates a line in the table by its serial number. */
export const findLine = (page: Page, serialNumber: string) =>
  page.locator('[data-line]').filter({ hasText: serialNumber });

export const referenceField = (page: Page, { t }: JourneyPlace) => page.getByLabel(t.returns.fields.storeRefNo);

export const sendReturn = (page: Page, { t }: JourneyPlace) =>
  page.getByRole('button', { name: t.returns.book.submit, exact: true }).click();

/** Heading of the page after booking a return. */
export const bookedReturnHeading = (page: Page, { t }: JourneyPlace, reference: string) =>
  page.getByRole('heading', { name: t.returns.book.booked.title.replace('{reference}', reference) });

/** Returns the text that shows how many of the maximum of a thousand lines a return has. */
export const formatLineCount = ({ prefix, t }: JourneyPlace, lines: number) => {
  const format = (count: number) => new Intl.NumberFormat(prefixes[prefix].locale).format(count);
  return t.returns.book.count.replace('{lines}', format(lines)).replace('{most}', format(1000));
};
