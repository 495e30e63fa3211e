import { demoStores } from '#scripts/demo/accounts.ts';
import { bookedHeading, fillBooking, toProductLabel, createReference, sendBooking } from './booking.ts';
import { pressAt } from './interactions.ts';
import { requiredFieldError, expect, expectAccessible, france, signIn, test, uk } from './portal.ts';

/** Returns a Switch serial number with a valid check digit that no other journey uses. */
const createSerialNumber = () => {
  const digits = String(Date.now()).slice(-10);
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 1 ? 3 : 1), 0);
  return `XAW${digits}${(10 - (sum % 10)) % 10}`;
};

test('a device booked before is flagged but can be booked again', async ({ page, context }) => {
  const { region, home, t } = uk;
  await signIn(page, uk, 'repairs');
  await page.goto(`${home}/repairs/book`);
  const firstReference = createReference('Once');
  const secondReference = createReference('Again');
  const serialNumber = createSerialNumber();
  await fillBooking(page, uk, { reference: firstReference, product: 'switch', serialNumber });
  await sendBooking(page, uk);
  await expect(bookedHeading(page, uk, firstReference)).toBeFocused();
  await page.getByRole('button', { name: t.repairs.book.booked.next }).click();

  await fillBooking(page, uk, { reference: secondReference, product: 'switch', serialNumber });
  const link = page.getByRole('link', { name: t.devices.history });
  // Bookings become searchable with a delay.
  await expect(async () => {
    await page.getByLabel(t.repairs.fields.serialNumber).fill('');
    await page.getByLabel(t.repairs.fields.serialNumber).fill(serialNumber);
    await page.keyboard.press('Enter');
    await expect(link).toBeVisible({ timeout: 1000 });
  }).toPass();
  const newPage = context.waitForEvent('page');
  await link.click();
  const historyPage = await newPage;
  const history = new RegExp(`${home}/devices\\?serialNumber=${serialNumber}$`);
  await expect(historyPage).toHaveURL(history);
  await expect(historyPage.getByRole('heading', { level: 1, name: toProductLabel('switch', uk) })).toBeVisible();
  // The printed history contains no names.
  const name = historyPage.getByRole('list', { name: t.repairs.timeline.title }).getByText(`repairs@${region}.example`);
  await expect(name).toBeVisible();
  await historyPage.emulateMedia({ media: 'print' });
  await expect(name).toBeHidden();
  await historyPage.emulateMedia({ media: 'screen' });
  await pressAt(historyPage, historyPage.getByRole('link', { name: firstReference }).first());
  await expect(historyPage).toHaveURL(
    new RegExp(`${home}/repairs/submitted\\?storeId=${demoStores[region][0].id}&ref=Once\\+\\d+&id=`),
  );
  await pressAt(historyPage, historyPage.getByRole('link', { name: serialNumber }));
  await expect(historyPage).toHaveURL(history);
  // The search in the top bar of Home ignores case.
  await historyPage.goto(home);
  await historyPage.getByRole('searchbox').fill(serialNumber.toLowerCase());
  await historyPage.keyboard.press('Enter');
  await expect(historyPage.getByRole('heading', { level: 1, name: toProductLabel('switch', uk) })).toBeFocused();

  await sendBooking(page, uk);
  await expect(bookedHeading(page, uk, secondReference)).toBeFocused();
});

test("an admin can book for one of the region's stores", async ({ page }) => {
  const { region, home, t } = france;
  const store = demoStores[region][1];
  await signIn(page, france, 'admin');
  await page.goto(`${home}/repairs/book`);
  const reference = createReference('Admin');
  await fillBooking(page, france, { reference, product: 'switch', serialNumber: 'XAW10075273451' });
  // The serial number is flagged but can still be booked.
  await expect(page.locator('[data-field=serialNumber]')).toContainText(t.repairs.book.doubt.checkDigit);
  await sendBooking(page, france);
  await expect(page.locator('[data-field=storeId]')).toContainText(t.validation.required);
  await expect(page.getByRole('region', { name: t.validation.form })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('link', { name: requiredFieldError(france, t.stores.label) }).press('Enter');
  await expect(page.getByRole('button', { name: t.stores.label }).first()).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type(store.id.toLowerCase());
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-field=storeId]')).toContainText(store.name);
  await sendBooking(page, france);
  await expect(bookedHeading(page, france, reference)).toBeFocused();
});
