import type { Page } from '@playwright/test';
import { demoPassword } from '#scripts/demo/accounts.ts';
import { bookedHeading, choose, confirmBooking, fillBooking, labelOf, newReference, sendBooking } from './booking.ts';
import { expect, expectAccessible, fillLogin, openAccountMenu, places, sendPassword, signIn, test } from './portal.ts';
import type { JourneyPlace } from './portal.ts';

const [uk] = places as [JourneyPlace, ...JourneyPlace[]];

/** The beginning of the notice, up to its time. */
const restoredWords = ({ t }: JourneyPlace) => t.draft.restored.split('{time}')[0] ?? '';
const notice = (page: Page, place: JourneyPlace) => page.getByText(restoredWords(place)).first();
const referenceField = (page: Page, { t }: JourneyPlace) => page.getByLabel(t.repairs.fields.storeRefNo);

for (const place of places) {
  test(`${place.region}: what was typed outlives a reload, but not the booking`, async ({ page }) => {
    const { t, home } = place;
    await signIn(page, place, 'repairs');
    await page.goto(`${home}/repairs/book`);
    const reference = newReference('Reload');
    await fillBooking(page, place, { reference });
    await page.reload();

    await expect(notice(page, place)).toBeVisible();
    await expect(referenceField(page, place)).toHaveValue(reference);
    await expect(page.getByLabel(t.repairs.fields.serialNumber)).toHaveValue('XKW10012345678');
    await expect(page.locator('[data-field=product]')).toContainText(labelOf('switch-2', place));
    await expect(page.getByLabel(t.repairs.book.customerPresence)).not.toBeChecked();
    await expect(page.getByRole('checkbox').last()).not.toBeChecked();
    await expectAccessible(page);

    await confirmBooking(page, place);
    await sendBooking(page, place);
    await expect(bookedHeading(page, place, reference)).toBeFocused();
    await page.reload();
    await expect(referenceField(page, place)).toHaveValue('');
    await expect(notice(page, place)).toBeHidden();
  });
}

test('somebody else at the same till sees nothing of it', async ({ page }) => {
  const { t, home } = uk;
  await signIn(page, uk, 'repairs');
  await page.goto(`${home}/repairs/book`);
  await referenceField(page, uk).fill('not for others');
  await openAccountMenu(page, t);
  await page.getByRole('button', { name: t.shell.signOut }).click();
  await expect(page).toHaveURL(new RegExp(`${home}/auth/login`));
  await fillLogin(page, uk, 'both');
  await expect(page).toHaveURL(home);
  await page.goto(`${home}/repairs/book`);
  await expect(referenceField(page, uk)).toHaveValue('');
  await expect(notice(page, uk)).toBeHidden();
});

test('a booking whose answer is lost is booked once, also after a reload and under another reference', async ({
  page,
}) => {
  const { home } = uk;
  await signIn(page, uk, 'repairs');
  await page.goto(`${home}/repairs/book`);
  const reference = newReference('Lost');
  await fillBooking(page, uk, { reference });
  await page.route('**/api/repairs/nuk/repair?*', (route) => route.abort());
  await page.route('**/api/repairs/nuk', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    return route.abort();
  });
  await sendBooking(page, uk);
  await expect(page.getByText(uk.t.errors.NoAnswer).first()).toBeVisible();
  await expect(page.getByText(uk.t.outcome.unknown)).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await page.unrouteAll();
  await expect(referenceField(page, uk)).toHaveValue(reference);
  await referenceField(page, uk).fill(newReference('Found'));
  await confirmBooking(page, uk);
  await sendBooking(page, uk);
  await expect(page.getByText(uk.t.repairs.book.doneBefore.replace('{reference}', reference)).first()).toBeVisible();
  await expect(bookedHeading(page, uk, reference)).toBeFocused();
  await page.goto(`${home}/repairs/submitted`);
  await expect(page.getByRole('row').filter({ hasText: reference })).toHaveCount(1);
});

test('the form stays usable where the browser refuses storage', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await page.goto(`${uk.home}/auth/login`);
  await page.getByLabel(uk.t.login.email, { exact: true }).fill('repairs@nuk.example');
  await sendPassword(page, uk.t, demoPassword);
  await expect(page).toHaveURL(uk.home);
  await page.goto(`${uk.home}/repairs/book`);
  const reference = newReference('Refused');
  await fillBooking(page, uk, { reference });
  await sendBooking(page, uk);
  await expect(bookedHeading(page, uk, reference)).toBeFocused();
});

test('an admin’s draft keeps the chosen store', async ({ page }) => {
  await signIn(page, uk, 'admin');
  await page.goto(`${uk.home}/repairs/book`);
  await choose(page, 'storeId', 'Dublin Grafton Street');
  await page.reload();
  await expect(page.locator('[data-field=storeId]')).toContainText('Dublin Grafton Street');
});
