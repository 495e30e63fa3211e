import { createReference } from './booking.ts';
import { getBox } from './interactions.ts';
import { requiredFieldError, expect, expectAccessible, expectNoOverflow, germany, signIn, test } from './portal.ts';
import {
  bookedReturnHeading,
  formatLineCount,
  formatDaysAgo,
  eanAt,
  entryField,
  labelAt,
  findLine,
  openReturnForm,
  referenceField,
  scanLines,
  sendReturn,
} from './return-form.ts';

test('a return can be scanned, and booked only once per reference', async ({ page }) => {
  const { home, t } = germany;
  await signIn(page, germany, 'returns');
  await page.getByRole('link', { name: t.shell.nav.bookReturn, exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.returns.book.title);
  await sendReturn(page, germany);
  await expect(page.locator('[data-field=storeRefNo]')).toContainText(t.validation.required);
  await expect(page.getByText(t.returns.book.noLines).first()).toBeVisible();
  await expect(page.getByRole('region', { name: t.validation.form })).toBeFocused();
  await page.getByRole('link', { name: requiredFieldError(germany, t.returns.fields.storeRefNo) }).press('Enter');
  await expect(referenceField(page, germany)).toBeFocused();
  const reference = createReference('Return');
  await page.keyboard.type(reference);
  await scanLines(page, germany, ['xkw-1', 'xkw-2', 'xkw-3']);

  await page.getByRole('button', { name: t.returns.book.otherFields }).press('Enter');
  await page.locator('[data-field="entry.product"]').getByRole('button').first().focus();
  await page.keyboard.press('Enter');
  const productLabel = labelAt(40, germany);
  await page.keyboard.type(productLabel.toLowerCase());
  await expect(page.getByRole('option').first()).toContainText(productLabel);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(entryField(page, 'ean')).toHaveValue(eanAt(40));
  await expect(entryField(page, 'serialNumber')).toBeFocused();
  await sendReturn(page, germany);
  await expect(page.getByText(t.returns.book.notAdded).first()).toBeVisible();
  await entryField(page, 'purchaseDate').fill(formatDaysAgo(1, germany));
  await entryField(page, 'serialNumber').fill('xkw-4');
  await page.keyboard.press('Enter');
  await expect(page.getByText(formatLineCount(germany, 4))).toBeVisible();
  await expect(findLine(page, 'XKW-3')).toContainText(labelAt(2, germany));
  await expectAccessible(page);

  await sendReturn(page, germany);
  await expect(bookedReturnHeading(page, germany, reference)).toBeFocused();
  await expect(page.locator('[data-announcer]')).toHaveText(t.returns.book.done.replace('{reference}', reference));
  await expectAccessible(page);
  await page.getByRole('link', { name: t.returns.book.booked.see }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(reference);
  await page.getByRole('button', { name: t.returns.details.back }).click();
  await expect(page).toHaveURL(`${home}/returns/submitted`);
  await expect(page.getByRole('row').filter({ hasText: reference })).toContainText('4');

  await page.goto(`${home}/returns/book`);
  await referenceField(page, germany).fill(` ${reference.toLowerCase()}`);
  await scanLines(page, germany, ['xkw-5']);
  await sendReturn(page, germany);
  await expect(page.locator('[data-field=storeRefNo]')).toContainText(t.errors.ReturnRequestExists);
});

test('the return form fits a phone and a tablet', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openReturnForm(page, germany);
  await expectNoOverflow(page);
  await scanLines(page, germany, ['PPP10012345678']);
  const { t } = germany;
  const line = findLine(page, 'PPP10012345678');
  const { width, height } = await getBox(line);
  expect(height).toBeGreaterThanOrEqual(64);
  expect(height).toBeLessThanOrEqual(72);
  await expectAccessible(page);
  // A tap on the end of a line removes it; a tap on its text opens it.
  await line.click({ position: { x: width - 30, y: height / 2 } });
  await page.getByRole('button', { name: t.returns.book.undo }).click();
  await line.click({ position: { x: 60, y: 50 } });
  await expect(page.locator('[data-field="line.ean"] input')).toBeFocused();
  await expectNoOverflow(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 768, height: 900 });
  await expectNoOverflow(page);
});
