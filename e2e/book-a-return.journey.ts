import { newReference } from './booking.ts';
import { expect, expectAccessible, expectNoOverflow, signIn, test } from './portal.ts';
import {
  bookedReturn,
  countWords,
  eanAt,
  entry,
  labelAt,
  lineWith,
  openReturn,
  referenceField,
  returnPlaces,
  scanLines,
  sendReturn,
  ukReturns,
} from './returning.ts';

for (const place of returnPlaces) {
  const { t, home } = place;

  test.describe(`${place.region} in ${place.prefix}`, () => {
    test('from the scanner to the list', async ({ page }) => {
      await signIn(page, place, 'returns');
      await page.getByRole('link', { name: t.shell.nav.bookReturn, exact: true }).first().click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.returns.book.title);
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      await expectAccessible(page);
      const reference = newReference(`Return ${place.prefix}`);
      await referenceField(page, place).fill(reference);
      await scanLines(page, place, ['xkw-1', 'xkw-2', 'xkw-3']);
      await expect(page.getByText(countWords(place, 3))).toBeVisible();
      await expect(lineWith(page, 'XKW-3')).toContainText(labelAt(2, place));
      await expectAccessible(page);

      await sendReturn(page, place);
      await expect(bookedReturn(page, place, reference)).toBeFocused();
      await expect(page.locator('[data-announcer]')).toHaveText(t.returns.book.done.replace('{reference}', reference));
      await expect(referenceField(page, place)).toHaveCount(0);
      await expectAccessible(page);
      await page.getByRole('link', { name: t.returns.book.booked.see }).click();
      await expect(page.getByRole('heading', { level: 1 })).toContainText(reference);
      await page.getByRole('button', { name: t.returns.details.back }).click();
      await expect(page).toHaveURL(`${home}/returns/submitted`);
      await expect(page.getByRole('row').filter({ hasText: reference })).toContainText('3');
    });

    test('on a phone and on a tablet nothing sticks out sideways', async ({ page }) => {
      await page.setViewportSize({ width: 320, height: 640 });
      await openReturn(page, place);
      await expectNoOverflow(page);
      await scanLines(page, place, ['PPP10012345678']);
      const line = lineWith(page, 'PPP10012345678');
      const { width, height } = (await line.boundingBox()) ?? { width: 0, height: 0 };
      expect(height).toBeGreaterThanOrEqual(64);
      expect(height).toBeLessThanOrEqual(72);
      await expectAccessible(page);
      // Its words open it, its other end takes it away.
      await line.click({ position: { x: width - 30, y: height / 2 } });
      await page.getByRole('button', { name: t.returns.book.undo }).click();
      await line.click({ position: { x: 60, y: 50 } });
      await expect(page.locator('[data-field="line.ean"] input')).toBeFocused();
      await expectNoOverflow(page);
      await expectAccessible(page);
      await page.setViewportSize({ width: 768, height: 900 });
      await expectNoOverflow(page);
    });
  });
}

test('a product is found by its name with the keyboard alone', async ({ page }) => {
  await openReturn(page, ukReturns);
  await page.locator('[data-field="entry.product"]').getByRole('button').first().focus();
  await page.keyboard.press('Enter');
  const wanted = labelAt(40, ukReturns);
  await page.keyboard.type(wanted.toLowerCase());
  await expect(page.getByRole('option').first()).toContainText(wanted);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(entry(page, 'ean')).toHaveValue(eanAt(40));
  await expect(entry(page, 'purchaseDate')).toBeFocused();
});
