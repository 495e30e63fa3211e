import { newReference } from './booking.ts';
import { demanded, expect, expectAccessible, expectNoOverflow, fillLogin, signIn, test } from './portal.ts';
import {
  bookedReturn,
  countWords,
  daysAgo,
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

    test('what is wrong stands at its field or its line, and nothing is lost', async ({ page }) => {
      await openReturn(page, place);
      await sendReturn(page, place);
      await expect(page.locator('[data-field=storeRefNo]')).toContainText(t.validation.required);
      await expect(page.getByText(t.returns.book.noLines).first()).toBeVisible();
      await expect(page.getByRole('region', { name: t.validation.form })).toBeFocused();
      await page.getByRole('link', { name: demanded(place, t.returns.fields.storeRefNo) }).press('Enter');
      await expect(referenceField(page, place)).toBeFocused();

      await entry(page, 'ean').fill('9520001000073');
      await entry(page, 'ean').press('Enter');
      await expect(page.locator('[data-field="entry.ean"]')).toContainText(t.returns.reasons.eanCheckDigit);
      await expect(entry(page, 'ean')).toBeFocused();
      await expectAccessible(page);
      await page.keyboard.type('9520001000072\n');
      await page.keyboard.type(`${daysAgo(-1, place).typed}\n`);
      await expect(page.locator('[data-field="entry.purchaseDate"]')).toContainText(t.validation.dateInFuture);
      await page.keyboard.type(`${daysAgo(1, place).typed}\nSNR-1\n`);
      await expect(lineWith(page, 'SNR-1')).toBeVisible();
      await page.keyboard.type(`9520001000072\n${daysAgo(1, place).typed}\nsnr-1\n`);
      await expect(page.locator('[data-field="entry.serialNumber"]')).toContainText(
        t.returns.book.serialTwice.replace('{line}', '1'),
      );
      await sendReturn(page, place);
      await expect(page.getByText(t.returns.book.notAdded).first()).toBeVisible();
      await expect(lineWith(page, 'SNR-1')).toHaveCount(1);
    });

    test('a line is changed, removed and brought back', async ({ page }) => {
      await openReturn(page, place);
      await scanLines(page, place, ['aaa-1', 'aaa-2']);
      await page.getByRole('button', { name: t.returns.book.edit.replace('{line}', '1') }).click();
      await page.locator('[data-field="line.serialNumber"] input').fill('bbb-1');
      await expectAccessible(page);
      await page.keyboard.press('Enter');
      await expect(lineWith(page, 'BBB-1')).toBeVisible();
      await expect(page.getByRole('button', { name: t.returns.book.edit.replace('{line}', '1') })).toBeFocused();
      await page.getByRole('button', { name: t.returns.book.remove.replace('{line}', '2') }).click();
      await expect(lineWith(page, 'AAA-2')).toHaveCount(0);
      await page.getByRole('button', { name: t.returns.book.undo }).click();
      await expect(lineWith(page, 'AAA-2')).toBeVisible();
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

test('header and lines outlive a reload and the session, until they are discarded', async ({ page, context }) => {
  const { t, home } = ukReturns;
  await openReturn(page, ukReturns);
  await referenceField(page, ukReturns).fill('half typed');
  await scanLines(page, ukReturns, ['ddd-1', 'ddd-2']);
  await context.clearCookies();
  await page.reload();
  await expect(page).toHaveURL(new RegExp(`${home}/auth/login`));
  await fillLogin(page, ukReturns, 'returns');
  await expect(page).toHaveURL(new RegExp(`${home}/returns/book\\?draft=`));
  await expect(referenceField(page, ukReturns)).toHaveValue('half typed');
  await expect(lineWith(page, 'DDD-2')).toBeVisible();
  await expect(page.getByText(t.draft.restored.split('{time}')[0] ?? '').first()).toBeVisible();
  await page.getByRole('button', { name: t.draft.discard }).click();
  await expect(lineWith(page, 'DDD-2')).toHaveCount(0);
  await page.reload();
  await expect(referenceField(page, ukReturns)).toHaveValue('');
});

test('a reference that exists is told at its field; a return whose answer is lost is booked once', async ({ page }) => {
  const { t, home } = ukReturns;
  await openReturn(page, ukReturns);
  const reference = newReference('Lost return');
  await referenceField(page, ukReturns).fill(reference);
  await scanLines(page, ukReturns, ['lll-1']);
  await page.route('**/api/returns/nuk', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    return route.abort();
  });
  await sendReturn(page, ukReturns);
  await expect(bookedReturn(page, ukReturns, reference)).toBeFocused();
  await page.unrouteAll();

  await page.getByRole('button', { name: t.returns.book.booked.next }).click();
  await expect(referenceField(page, ukReturns)).toBeFocused();
  await referenceField(page, ukReturns).fill(` ${reference.toLowerCase()}`);
  await scanLines(page, ukReturns, ['lll-2']);
  await sendReturn(page, ukReturns);
  await expect(page.locator('[data-field=storeRefNo]')).toContainText(
    'A return with this store return reference number already exists',
  );
  await expect(page.getByText(new RegExp(`^You booked ${reference} yourself on`))).toBeVisible();
  await expect(lineWith(page, 'LLL-2')).toBeVisible();
  await page.goto(`${home}/returns/submitted`);
  await expect(page.getByRole('row').filter({ hasText: reference })).toHaveCount(1);
});

test('a serial number that was sent back before is pointed out', async ({ page }) => {
  const { t } = ukReturns;
  await openReturn(page, ukReturns);
  const reference = newReference('Before');
  const serialNumber = `AGAIN-${Date.now()}`;
  await referenceField(page, ukReturns).fill(reference);
  await scanLines(page, ukReturns, [serialNumber]);
  await sendReturn(page, ukReturns);
  await expect(bookedReturn(page, ukReturns, reference)).toBeFocused();
  await page.getByRole('button', { name: t.returns.book.booked.next }).click();
  const words = t.returns.book.sentBefore.replace('{reference}', reference).split('{date}')[0] ?? '';
  await scanLines(page, ukReturns, [serialNumber]);
  // What is searched follows what is booked a moment later; a page that is loaded again asks again.
  await expect(async () => {
    await page.reload();
    await expect(lineWith(page, serialNumber)).toContainText(words, { timeout: 10_000 });
  }).toPass();
  await expectAccessible(page);
});

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
