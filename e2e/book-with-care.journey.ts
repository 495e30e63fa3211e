import { demoStores } from '#scripts/demo/accounts.ts';
import { bookedHeading, choose, fillBooking, labelOf, newReference, sendBooking } from './booking.ts';
import { tabTo } from './hands.ts';
import { demanded, expect, expectAccessible, expectNoOverflow, places, signIn, test } from './portal.ts';
import type { JourneyPlace } from './portal.ts';

const [uk] = places as [JourneyPlace, ...JourneyPlace[]];

/** A Switch's serial number that no other journey uses, with the check digit that belongs to it. */
const newSerialNumber = () => {
  const digits = String(Date.now()).slice(-10);
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 1 ? 3 : 1), 0);
  return `XAW${digits}${(10 - (sum % 10)) % 10}`;
};

for (const place of places) {
  const { region, home, t } = place;

  test(`${region}: a serial number that looks wrong is doubted, and can be booked all the same`, async ({ page }) => {
    await signIn(page, place, 'repairs');
    await page.goto(`${home}/repairs/book`);
    const reference = newReference('Doubt');
    const field = page.locator('[data-field=serialNumber]');
    await fillBooking(page, place, { reference, product: 'switch', serialNumber: 'cw404567772' });
    await expect(field).toContainText(t.repairs.book.doubt.shape.replace('{product}', labelOf('switch', place)));
    await expectAccessible(page);
    await page.getByLabel(t.repairs.fields.serialNumber).fill('XAW10075273451');
    await page.getByLabel(t.repairs.fields.storeRefNo).focus();
    await expect(field).toContainText(t.repairs.book.doubt.checkDigit);
    await sendBooking(page, place);
    await expect(bookedHeading(page, place, reference)).toBeFocused();
  });

  test(`${region}: a device that is already booked is pointed out with its history, and can be booked again`, async ({
    page,
    context,
  }) => {
    await signIn(page, place, 'repairs');
    await page.goto(`${home}/repairs/book`);
    const [first, second] = [newReference('Once'), newReference('Again')];
    const serialNumber = newSerialNumber();
    await fillBooking(page, place, { reference: first, product: 'switch', serialNumber });
    await sendBooking(page, place);
    await expect(bookedHeading(page, place, first)).toBeFocused();
    await page.getByRole('button', { name: t.repairs.book.booked.next }).click();

    await fillBooking(page, place, { reference: second, product: 'switch', serialNumber });
    const link = page.getByRole('link', { name: t.devices.history });
    // What has just been booked is found a moment later.
    await expect(async () => {
      await page.getByLabel(t.repairs.fields.serialNumber).fill('');
      await page.getByLabel(t.repairs.fields.serialNumber).fill(serialNumber);
      await page.keyboard.press('Enter');
      await expect(link).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expectAccessible(page);
    const opened = context.waitForEvent('page');
    await link.click();
    const other = await opened;
    const history = new RegExp(`${home}/devices/${serialNumber}$`);
    await expect(other).toHaveURL(history);
    await expect(other.getByRole('heading', { level: 1, name: labelOf('switch', place) })).toBeVisible();
    await expectAccessible(other);
    // Printed as it is, it names nobody either.
    const name = other.getByRole('list', { name: t.repairs.timeline.title }).getByText(`repairs@${region}.example`);
    await expect(name).toBeVisible();
    await other.emulateMedia({ media: 'print' });
    await expect(name).toBeHidden();
    await other.emulateMedia({ media: 'screen' });
    await other.setViewportSize({ width: 320, height: 640 });
    await expectNoOverflow(other);
    await expectAccessible(other);
    await tabTo(other, other.getByRole('link', { name: first }).first());
    await other.keyboard.press('Enter');
    await expect(other).toHaveURL(
      new RegExp(`${home}/repairs/submitted\\?storeId=${demoStores[region][0].id}&ref=Once\\+\\d+&id=`),
    );
    await tabTo(other, other.getByRole('link', { name: serialNumber }));
    await other.keyboard.press('Enter');
    await expect(other).toHaveURL(history);
    // Scanned on Home, where the bar has its field; small letters are no other device.
    await other.setViewportSize({ width: 1280, height: 720 });
    await other.goto(home);
    await other.getByRole('searchbox').fill(serialNumber.toLowerCase());
    await other.keyboard.press('Enter');
    await expect(other.getByRole('heading', { level: 1, name: labelOf('switch', place) })).toBeFocused();

    await sendBooking(page, place);
    await expect(bookedHeading(page, place, second)).toBeFocused();
  });

  test(`${region}: an admin books for one of the region’s stores`, async ({ page }) => {
    const store = demoStores[region][1];
    await signIn(page, place, 'admin');
    await page.goto(`${home}/repairs/book`);
    const reference = newReference('Admin');
    await fillBooking(page, place, { reference });
    await sendBooking(page, place);
    await expect(page.locator('[data-field=storeId]')).toContainText(t.validation.required);
    await expect(page.getByRole('region', { name: t.validation.form })).toBeFocused();
    await expectAccessible(page);
    await page.getByRole('link', { name: demanded(place, t.stores.label) }).press('Enter');
    await expect(page.getByRole('button', { name: t.stores.label }).first()).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.type(store.id.toLowerCase());
    await expect(page.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.locator('[data-field=storeId]')).toContainText(store.name);
    await sendBooking(page, place);
    await expect(bookedHeading(page, place, reference)).toBeFocused();
    await page.goto(`${home}/repairs/submitted`);
    await expect(page.getByRole('row').filter({ hasText: reference })).toContainText(store.name);
  });
}

test('staff are asked for no store', async ({ page }) => {
  await signIn(page, uk, 'repairs');
  await page.goto(`${uk.home}/repairs/book`);
  await expect(page.getByRole('button', { name: uk.t.repairs.fields.product })).toBeVisible();
  await expect(page.locator('[data-field=storeId]')).toHaveCount(0);
});

test('a product is found by its code and without its signs', async ({ page }) => {
  await signIn(page, uk, 'repairs');
  await page.goto(`${uk.home}/repairs/book`);
  await page.getByRole('button', { name: uk.t.repairs.fields.product }).click();
  await page.keyboard.type('r10015838a');
  await expect(page.getByRole('option')).toHaveText([labelOf('switch-2', uk)]);
  await page.keyboard.press('Escape');
  await choose(page, 'product', 'Nintendo Switch Lite – Dialga');
  await expect(page.locator('[data-field=product]')).toContainText('Dialga & Palkia');
});
