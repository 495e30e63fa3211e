import type { Page } from '@playwright/test';
import { returnItems } from '#shared/catalogue/returns.ts';
import { hasCheckDigit } from '#shared/repairs/serial-number.ts';
import { bookedHeading } from './booking.ts';
import { expect, signIn, test, uk } from './portal.ts';
import { bookedReturnHeading, eanAt, entryField, findLine, purchaseDateField, referenceField } from './return-form.ts';
import { openScanner } from './scanner.ts';

/** Keyboard that counts the keys a person presses: each character, and each key of a combination. */
const countKeys = ({ keyboard }: Page) => {
  let keys = 0;
  return {
    type: async (text: string) => {
      keys += text.length;
      await keyboard.type(text);
    },
    press: async (key: string) => {
      keys += key.split('+').length;
      await keyboard.press(key);
    },
    count: () => keys,
  };
};

const twoDigits = (number: number) => String(number).padStart(2, '0');

/** Returns a date some days ago in its shortest notation: day, month and year in two digits each. */
const shortDate = (days: number) => {
  const date = new Date(Date.now() - days * 86_400_000);
  return [date.getUTCDate(), date.getUTCMonth() + 1, date.getUTCFullYear() % 100].map(twoDigits).join('');
};

/** Returns a reference of nine characters that no other journey uses. */
const shortReference = () => `K${String(Date.now()).slice(-8)}`;

/** Returns a serial number of a Switch Lite that no other journey uses, with its check digit. */
const buildSerialNumber = (seed: number) => {
  const start = `XJW${String(seed).slice(-10)}`;
  return [...'0123456789'].map((digit) => `${start}${digit}`).find(hasCheckDigit) ?? '';
};

test('a repair takes at most 45 keys, with everything typed', async ({ page }) => {
  const { t } = uk;
  await signIn(page, uk, 'repairs');
  await page.getByRole('link', { name: t.shell.nav.bookRepair, exact: true }).first().press('Enter');
  await expect(page.getByLabel(t.repairs.fields.serialNumber)).toBeFocused();
  const keys = countKeys(page);
  const fieldButton = (field: string) => page.locator(`[data-field=${field}]`).getByRole('button').first();

  await keys.type(`XAW${String(Date.now()).slice(-11)}`);
  await keys.press('Enter');
  await expect(fieldButton('product')).toBeFocused();
  await keys.press('Enter');
  await keys.press('ArrowDown');
  await keys.press('Enter');
  await expect(fieldButton('issue')).toBeFocused();
  await keys.press('Enter');
  await keys.press('ArrowDown');
  await keys.press('Enter');
  await expect(page.getByLabel(t.repairs.fields.purchaseDate)).toBeFocused();
  await keys.type(shortDate(30));
  await keys.press('Enter');
  await expect(page.getByLabel(t.repairs.fields.storeRefNo)).toBeFocused();
  const reference = shortReference();
  await keys.type(reference);
  await keys.press('Enter');
  await keys.press('Space');
  await keys.press('Enter');
  await keys.press('Space');
  await keys.press('Enter');
  await expect(page.getByRole('button', { name: t.repairs.book.submit, exact: true })).toBeFocused();
  await keys.press('Enter');
  await expect(bookedHeading(page, uk, reference)).toBeFocused();
  expect(keys.count()).toBeLessThanOrEqual(45);
});

test('a repair takes at most 14 keys beside its scans, and the next scan begins the next one', async ({ page }) => {
  const { t } = uk;
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await signIn(page, uk, 'repairs');
  await page.getByRole('link', { name: t.shell.nav.bookRepair, exact: true }).first().press('Enter');
  await expect(page.getByLabel(t.repairs.fields.serialNumber)).toBeFocused();
  const keys = countKeys(page);
  const { scan } = await openScanner(page);
  const fieldButton = (field: string) => page.locator(`[data-field=${field}]`).getByRole('button').first();
  const reference = shortReference();
  const ean = returnItems.find(({ key }) => key === 'switch-lite-coral')?.ean ?? '';

  await scan(buildSerialNumber(Date.now()));
  await expect(fieldButton('product')).toBeFocused();
  await scan(ean);
  await expect(page.locator('.product-suggestion')).toBeVisible();
  await expect(fieldButton('product')).toBeFocused();
  await keys.press('a');
  await expect(fieldButton('issue')).toBeFocused();
  await keys.press('2');
  await expect(page.getByLabel(t.repairs.fields.purchaseDate)).toBeFocused();
  await keys.type('1503');
  await scan(reference);
  await expect(page.locator('[data-field=customerPresence] input')).toBeFocused();
  await keys.press('1');
  await expect(page.locator('[data-field=termsAcceptance] input')).toBeFocused();
  await keys.press('2');
  await expect(page.getByRole('button', { name: t.repairs.book.submit, exact: true })).toBeFocused();
  await keys.press('Control+Enter');
  await expect(bookedHeading(page, uk, reference)).toBeFocused();
  await keys.press('p');
  await expect(page.locator('body[data-printed]')).toBeAttached();
  expect(keys.count()).toBeLessThanOrEqual(14);
  const nextSerialNumber = buildSerialNumber(Date.now());
  await scan(nextSerialNumber);
  await expect(page.getByLabel(t.repairs.fields.serialNumber)).toHaveValue(nextSerialNumber);
});

test('a return of 20 lines takes three keys beside its scans', async ({ page }) => {
  const { t } = uk;
  await signIn(page, uk, 'returns');
  await page.getByRole('link', { name: t.shell.nav.bookReturn, exact: true }).first().press('Enter');
  await expect(referenceField(page, uk)).toBeFocused();
  const keys = countKeys(page);
  const { scan } = await openScanner(page);
  const reference = shortReference();

  await scan(reference);
  await expect(purchaseDateField(page)).toBeFocused();
  await keys.press('t');
  for (let line = 1; line <= 20; line += 1) {
    await scan(eanAt(line % 5));
    await scan(`KEY7000100${3000 + line}`);
  }
  await expect(page.locator('[data-line]')).toHaveCount(20);
  for (let line = 1; line <= 20; line += 1)
    await expect(findLine(page, `KEY7000100${3000 + line}`)).toContainText(eanAt(line % 5));
  await keys.press('Control+Enter');
  await expect(bookedReturnHeading(page, uk, reference)).toBeFocused();
  expect(keys.count()).toBeLessThanOrEqual(3);
});

test('a return of 20 lines takes at most 8 keys beside scans, reference and date', async ({ page }) => {
  const { t } = uk;
  await signIn(page, uk, 'returns');
  await page.getByRole('link', { name: t.shell.nav.bookReturn, exact: true }).first().press('Enter');
  await expect(referenceField(page, uk)).toBeFocused();
  const keys = countKeys(page);
  const { scan } = await openScanner(page);
  const reference = shortReference();
  const date = shortDate(10);

  await keys.type(reference);
  await keys.press('Enter');
  await expect(purchaseDateField(page)).toBeFocused();
  await keys.type(date);
  await keys.press('Enter');
  await expect(entryField(page, 'ean')).toBeFocused();
  for (let line = 1; line <= 20; line += 1) {
    await scan(eanAt(line % 5));
    await scan(`KEY7000100${1000 + line}`);
  }
  await expect(page.locator('[data-line]')).toHaveCount(20);
  await expect(findLine(page, 'KEY70001001020')).toHaveClass('is-new');
  await keys.press('Control+Enter');
  await expect(bookedReturnHeading(page, uk, reference)).toBeFocused();
  expect(keys.count() - reference.length - date.length).toBeLessThanOrEqual(8);
});

test('a scan in the reference or the date of all lines starts a line instead', async ({ page }) => {
  const { t } = uk;
  await signIn(page, uk, 'returns');
  await page.getByRole('link', { name: t.shell.nav.bookReturn, exact: true }).first().press('Enter');
  await expect(referenceField(page, uk)).toBeFocused();
  const { scan } = await openScanner(page);
  await scan(eanAt(0));
  await scan('KEY70001002001');
  await expect(findLine(page, 'KEY70001002001')).toBeVisible();
  await expect(referenceField(page, uk)).toHaveValue('');
  await purchaseDateField(page).fill(shortDate(10));
  await purchaseDateField(page).press('Enter');
  const date = await purchaseDateField(page).inputValue();
  await purchaseDateField(page).focus();
  await scan(eanAt(1));
  await scan('KEY70001002002');
  await expect(findLine(page, 'KEY70001002002')).toBeVisible();
  await expect(purchaseDateField(page)).toHaveValue(date);
});
