import type { Locator, Page } from '@playwright/test';
import { returnItems } from '#shared/catalogue/returns.ts';
import { hasCheckDigit } from '#shared/repairs/serial-number.ts';
import { bookedHeading } from './booking.ts';
import { expect, expectAccessible, expectNoOverflow, germany, places, signIn, test, uk } from './portal.ts';
import type { JourneyPlace } from './portal.ts';
import { bookedReturnHeading, eanAt, entryField, findLine, purchaseDateField, referenceField } from './return-form.ts';
import { openScanner } from './scanner.ts';

/** Creates a keyboard that counts the keys a person presses: each character, and each key of a combination. */
const createCountingKeyboard = ({ keyboard }: Page) => {
  let keyCount = 0;
  return {
    type: async (text: string) => {
      keyCount += text.length;
      await keyboard.type(text);
    },
    press: async (key: string) => {
      keyCount += key.split('+').length;
      await keyboard.press(key);
    },
    count: () => keyCount,
  };
};

const padToTwoDigits = (number: number) => String(number).padStart(2, '0');

/** Returns a date some days ago in its shortest notation: day, month and year in two digits each. */
const formatShortDate = (days: number) => {
  const date = new Date(Date.now() - days * 86_400_000);
  return [date.getUTCDate(), date.getUTCMonth() + 1, date.getUTCFullYear() % 100].map(padToTwoDigits).join('');
};

/** Returns a reference of nine characters that no other journey uses. */
const createShortReference = () => `K${String(Date.now()).slice(-8)}`;

/** Returns a serial number of a Switch Lite that no other journey uses, with its check digit. */
const buildSerialNumber = (seed: number) => {
  const start = `XJW${String(seed).slice(-10)}`;
  return [...'0123456789'].map((digit) => `${start}${digit}`).find(hasCheckDigit) ?? '';
};

const fieldButton = (page: Page, field: string) => page.locator(`[data-field=${field}]`).getByRole('button').first();

/** Opens a booking page by keyboard from Home, whose first field then has the focus. */
const openBooking = async (page: Page, place: JourneyPlace, name: 'bookRepair' | 'bookReturn', firstField: Locator) => {
  const { t } = place;
  if (new URL(page.url()).pathname !== place.home) {
    await page.getByRole('link', { name: t.shell.nav.home, exact: true }).first().press('Enter');
    // Home focuses the search of the top bar when it opens, which would take the next key.
    await expect(page.getByRole('banner').locator('input:focus')).toBeVisible();
  }
  await page.getByRole('link', { name: t.shell.nav[name], exact: true }).first().press('Enter');
  await expect(firstField).toBeFocused();
};

/** Books a repair with everything typed, and returns the number of keys. */
const typeRepair = async (page: Page, place: JourneyPlace): Promise<number> => {
  const { t } = place;
  await openBooking(page, place, 'bookRepair', page.getByLabel(t.repairs.fields.serialNumber));
  const keyboard = createCountingKeyboard(page);
  await keyboard.type(`XAW${String(Date.now()).slice(-11)}`);
  await keyboard.press('Enter');
  await expect(fieldButton(page, 'product')).toBeFocused();
  await keyboard.press('Enter');
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await expect(fieldButton(page, 'issue')).toBeFocused();
  await keyboard.press('Enter');
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await expect(page.getByLabel(t.repairs.fields.purchaseDate)).toBeFocused();
  await keyboard.type(formatShortDate(30));
  await keyboard.press('Enter');
  await expect(page.getByLabel(t.repairs.fields.storeRefNo)).toBeFocused();
  const reference = createShortReference();
  await keyboard.type(reference);
  await keyboard.press('Enter');
  await expect(page.locator('[data-field=customerPresence] input')).toBeFocused();
  await keyboard.press('Space');
  await keyboard.press('Enter');
  await expect(page.locator('[data-field=termsAcceptance] input')).toBeFocused();
  await keyboard.press('Space');
  await keyboard.press('Enter');
  await expect(page.getByRole('button', { name: t.repairs.book.submit, exact: true })).toBeFocused();
  await keyboard.press('Enter');
  await expect(bookedHeading(page, place, reference)).toBeFocused();
  return keyboard.count();
};

/** Books a repair by scanner and prints its slip, and returns the number of keys pressed in addition to the scans. */
const scanRepair = async (page: Page, place: JourneyPlace): Promise<number> => {
  const { t } = place;
  await openBooking(page, place, 'bookRepair', page.getByLabel(t.repairs.fields.serialNumber));
  const keyboard = createCountingKeyboard(page);
  const { scan } = await openScanner(page);
  const reference = createShortReference();
  const ean = returnItems.find(({ key }) => key === 'switch-lite-coral')?.ean ?? '';
  await scan(buildSerialNumber(Date.now()));
  await expect(fieldButton(page, 'product')).toBeFocused();
  await scan(ean);
  await expect(page.locator('.product-suggestion')).toBeVisible();
  await expect(fieldButton(page, 'product')).toBeFocused();
  // `a` accepts the suggested product.
  await keyboard.press('a');
  await expect(fieldButton(page, 'issue')).toBeFocused();
  // `2` chooses the second issue.
  await keyboard.press('2');
  await expect(page.getByLabel(t.repairs.fields.purchaseDate)).toBeFocused();
  await keyboard.type('1503');
  await scan(reference);
  await expect(page.locator('[data-field=customerPresence] input')).toBeFocused();
  // `1` and `2` give the first and the second confirmation.
  await keyboard.press('1');
  await expect(page.locator('[data-field=termsAcceptance] input')).toBeFocused();
  await keyboard.press('2');
  await expect(page.getByRole('button', { name: t.repairs.book.submit, exact: true })).toBeFocused();
  await keyboard.press('Control+Enter');
  await expect(bookedHeading(page, place, reference)).toBeFocused();
  await keyboard.press('p');
  await expect(page.locator('body[data-printed]')).toBeAttached();
  const nextSerialNumber = buildSerialNumber(Date.now());
  await scan(nextSerialNumber);
  await expect(page.getByLabel(t.repairs.fields.serialNumber)).toHaveValue(nextSerialNumber);
  return keyboard.count();
};

const scanLines = async (page: Page, serialNumbers: readonly string[]) => {
  const { scan } = await openScanner(page);
  await scan(...serialNumbers.flatMap((serialNumber, index) => [eanAt(index % 5), serialNumber]));
  await expect(page.locator('[data-line]')).toHaveCount(serialNumbers.length);
  for (const [index, serialNumber] of serialNumbers.entries())
    await expect(findLine(page, serialNumber)).toContainText(eanAt(index % 5));
};

/** Returns serial numbers of twenty lines that no other return has. */
const buildSerialNumbers = (start: number) =>
  Array.from({ length: 20 }, (_, index) => `KEY${String(Date.now()).slice(-7)}${start + index}`);

/** Books a return of 20 lines whose reference and date are typed, and returns the number of keys pressed in addition to the scans. */
const typeReturn = async (page: Page, place: JourneyPlace): Promise<number> => {
  await openBooking(page, place, 'bookReturn', referenceField(page, place));
  const keyboard = createCountingKeyboard(page);
  const reference = createShortReference();
  await keyboard.type(reference);
  await keyboard.press('Enter');
  await expect(purchaseDateField(page)).toBeFocused();
  await keyboard.type(formatShortDate(10));
  await keyboard.press('Enter');
  await expect(entryField(page, 'ean')).toBeFocused();
  const serialNumbers = buildSerialNumbers(1000);
  await scanLines(page, serialNumbers);
  await expect(findLine(page, serialNumbers.at(-1) ?? '')).toHaveClass('is-new');
  await keyboard.press('Control+Enter');
  await expect(bookedReturnHeading(page, place, reference)).toBeFocused();
  return keyboard.count();
};

/** Books a return of 20 lines by scanner, and returns the number of keys pressed in addition to the scans. */
const scanReturn = async (page: Page, place: JourneyPlace): Promise<number> => {
  await openBooking(page, place, 'bookReturn', referenceField(page, place));
  const keyboard = createCountingKeyboard(page);
  const { scan } = await openScanner(page);
  const reference = createShortReference();
  await scan(reference);
  await expect(purchaseDateField(page)).toBeFocused();
  // `t` enters today's date.
  await keyboard.press('t');
  await scanLines(page, buildSerialNumbers(3000));
  await keyboard.press('Control+Enter');
  await expect(bookedReturnHeading(page, place, reference)).toBeFocused();
  return keyboard.count();
};

for (const place of places) {
  test(`booking a repair takes at most 45 keys, or 14 with scans (${place.region})`, async ({ page }) => {
    await page.addInitScript(() => {
      window.print = () => document.body.setAttribute('data-printed', '');
    });
    await signIn(page, place, 'repairs');
    const typedKeys = await typeRepair(page, place);
    const keysBesidesScans = await scanRepair(page, place);
    test
      .info()
      .annotations.push({ type: 'keys', description: `${typedKeys} typed, ${keysBesidesScans} besides the scans` });
    expect(typedKeys).toBeLessThanOrEqual(45);
    expect(keysBesidesScans).toBeLessThanOrEqual(14);
  });

  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 320],
  ] as const)
    test(`an unknown code can be put into any field (${place.region}, ${colorScheme}, ${width} px)`, async ({
      page,
    }) => {
      const { t } = place;
      await page.setViewportSize({ width, height: 720 });
      await page.emulateMedia({ colorScheme });
      await signIn(page, place, 'repairs');
      await page.goto(`${place.home}/repairs/book`);
      await expect(page.getByText(t.scan.ready)).toBeVisible();
      const { scan } = await openScanner(page);
      // A text field would take the code, so a button gets the focus.
      await fieldButton(page, 'issue').focus();
      await scan('SOME-CODE-1');
      const choice = page
        .locator('.scan-choices')
        .getByRole('button', { name: t.repairs.fields.storeRefNo, exact: true });
      await expect(page.locator('.scan-choices').getByRole('button').first()).toBeFocused();
      await expectNoOverflow(page);
      await expectAccessible(page);
      await page.keyboard.press('Tab');
      await expect(choice).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByLabel(t.repairs.fields.storeRefNo)).toHaveValue('SOME-CODE-1');
      await page.getByRole('button', { name: t.scan.keys.show }).press('Enter');
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectNoOverflow(page);
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
    });
}

// There are no returns in France.
for (const place of [uk, germany]) {
  test(`a scanned return of 20 lines takes at most three keys (${place.region})`, async ({ page }) => {
    await signIn(page, place, 'returns');
    const keysBesidesScans = await scanReturn(page, place);
    test.info().annotations.push({ type: 'keys', description: `${keysBesidesScans} besides the scans` });
    expect(keysBesidesScans).toBeLessThanOrEqual(3);
  });

  test(`a return of 20 lines takes at most 8 keys besides scans, reference and date (${place.region})`, async ({
    page,
  }) => {
    await signIn(page, place, 'returns');
    const keysBesidesScans = await typeReturn(page, place);
    test.info().annotations.push({ type: 'keys', description: `${keysBesidesScans} with reference and date` });
    expect(keysBesidesScans - createShortReference().length - formatShortDate(10).length).toBeLessThanOrEqual(8);
  });
}

test('an EAN scanned into the reference or the purchase date starts a line', async ({ page }) => {
  const { t } = uk;
  await signIn(page, uk, 'returns');
  await page.getByRole('link', { name: t.shell.nav.bookReturn, exact: true }).first().press('Enter');
  await expect(referenceField(page, uk)).toBeFocused();
  const { scan } = await openScanner(page);
  await scan(eanAt(0));
  await scan('KEY70001002001');
  await expect(findLine(page, 'KEY70001002001')).toBeVisible();
  await expect(referenceField(page, uk)).toHaveValue('');
  await purchaseDateField(page).fill(formatShortDate(10));
  await purchaseDateField(page).press('Enter');
  const date = await purchaseDateField(page).inputValue();
  await purchaseDateField(page).focus();
  await scan(eanAt(1));
  await scan('KEY70001002002');
  await expect(findLine(page, 'KEY70001002002')).toBeVisible();
  await expect(purchaseDateField(page)).toHaveValue(date);
});
