import { demoStores } from '#scripts/demo/accounts.ts';
import { bookedHeading, fillBooking, labelOf, newReference, sendBooking } from './booking.ts';
import { pressAt } from './hands.ts';
import { demanded, expect, expectAccessible, france, signIn, test, uk } from './portal.ts';

/** A Switch's serial number that no other journey uses, with the check digit that belongs to it. */
const newSerialNumber = () => {
  const digits = String(Date.now()).slice(-10);
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 1 ? 3 : 1), 0);
  return `XAW${digits}${(10 - (sum % 10)) % 10}`;
};

test('a device that is already booked is pointed out with its history, and can be booked again', async ({
  page,
  context,
}) => {
  const { region, home, t } = uk;
  await signIn(page, uk, 'repairs');
  await page.goto(`${home}/repairs/book`);
  const [first, second] = [newReference('Once'), newReference('Again')];
  const serialNumber = newSerialNumber();
  await fillBooking(page, uk, { reference: first, product: 'switch', serialNumber });
  await sendBooking(page, uk);
  await expect(bookedHeading(page, uk, first)).toBeFocused();
  await page.getByRole('button', { name: t.repairs.book.booked.next }).click();

  await fillBooking(page, uk, { reference: second, product: 'switch', serialNumber });
  const link = page.getByRole('link', { name: t.devices.history });
  // What has just been booked is found a moment later.
  await expect(async () => {
    await page.getByLabel(t.repairs.fields.serialNumber).fill('');
    await page.getByLabel(t.repairs.fields.serialNumber).fill(serialNumber);
    await page.keyboard.press('Enter');
    await expect(link).toBeVisible({ timeout: 1000 });
  }).toPass();
  const opened = context.waitForEvent('page');
  await link.click();
  const other = await opened;
  const history = new RegExp(`${home}/devices/${serialNumber}$`);
  await expect(other).toHaveURL(history);
  await expect(other.getByRole('heading', { level: 1, name: labelOf('switch', uk) })).toBeVisible();
  // Printed as it is, it names nobody either.
  const name = other.getByRole('list', { name: t.repairs.timeline.title }).getByText(`repairs@${region}.example`);
  await expect(name).toBeVisible();
  await other.emulateMedia({ media: 'print' });
  await expect(name).toBeHidden();
  await other.emulateMedia({ media: 'screen' });
  await pressAt(other, other.getByRole('link', { name: first }).first());
  await expect(other).toHaveURL(
    new RegExp(`${home}/repairs/submitted\\?storeId=${demoStores[region][0].id}&ref=Once\\+\\d+&id=`),
  );
  await pressAt(other, other.getByRole('link', { name: serialNumber }));
  await expect(other).toHaveURL(history);
  // Scanned on Home, where the bar has its field; small letters are no other device.
  await other.goto(home);
  await other.getByRole('searchbox').fill(serialNumber.toLowerCase());
  await other.keyboard.press('Enter');
  await expect(other.getByRole('heading', { level: 1, name: labelOf('switch', uk) })).toBeFocused();

  await sendBooking(page, uk);
  await expect(bookedHeading(page, uk, second)).toBeFocused();
});

test('an admin books for one of the region’s stores', async ({ page }) => {
  const { region, home, t } = france;
  const store = demoStores[region][1];
  await signIn(page, france, 'admin');
  await page.goto(`${home}/repairs/book`);
  const reference = newReference('Admin');
  await fillBooking(page, france, { reference, product: 'switch', serialNumber: 'XAW10075273451' });
  // It looks wrong, and can be booked all the same.
  await expect(page.locator('[data-field=serialNumber]')).toContainText(t.repairs.book.doubt.checkDigit);
  await sendBooking(page, france);
  await expect(page.locator('[data-field=storeId]')).toContainText(t.validation.required);
  await expect(page.getByRole('region', { name: t.validation.form })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('link', { name: demanded(france, t.stores.label) }).press('Enter');
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
