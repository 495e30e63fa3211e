import type { Locator, Page } from '@playwright/test';
import { demoStores } from '#scripts/demo/accounts.ts';
import { bookedHeading, fillBooking, labelOf, newReference, sendBooking } from './booking.ts';
import { expect, expectAccessible, expectNoOverflow, places, signIn, test } from './portal.ts';

/** A Switch's serial number that no other journey uses, with the check digit that belongs to it. */
const newSerialNumber = () => {
  const digits = String(Date.now()).slice(-10);
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 1 ? 3 : 1), 0);
  return `XAW${digits}${(10 - (sum % 10)) % 10}`;
};

/** By keyboard alone. */
const tabTo = (page: Page, target: Locator) =>
  expect(async () => {
    await page.keyboard.press('Tab');
    await expect(target).toBeFocused({ timeout: 50 });
  }).toPass({ intervals: [0] });

for (const place of places) {
  const { region, home, t } = place;

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
}
