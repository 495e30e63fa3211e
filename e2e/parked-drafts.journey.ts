import type { Page } from '@playwright/test';
import { bookedHeading, fillBooking, labelOf, newReference, sendBooking } from './booking.ts';
import { expect, expectAccessible, fillLogin, germany, signIn, test, uk } from './portal.ts';
import type { JourneyPlace } from './portal.ts';

const repairReference = (page: Page, { t }: JourneyPlace) => page.getByLabel(t.repairs.fields.storeRefNo);
const serialNumber = (page: Page, { t }: JourneyPlace) => page.getByLabel(t.repairs.fields.serialNumber);
const parkedList = (page: Page) => page.locator('.parked');
const draftWith = (page: Page, words: string) => parkedList(page).locator('li').filter({ hasText: words });
const isDraft = (page: Page) => expect(page).toHaveURL(/\?draft=/);

test('two customers in two tabs: neither sees the other’s repair, reloaded or booked', async ({ page, context }) => {
  const { home } = uk;
  await signIn(page, uk, 'repairs');
  const other = await context.newPage();
  await page.goto(`${home}/repairs/book`);
  await other.goto(`${home}/repairs/book`);
  const [anna, ben] = [newReference('Anna'), newReference('Ben')];
  await repairReference(page, uk).fill(anna);
  await serialNumber(page, uk).fill('XKW10012345678');
  await fillBooking(other, uk, { reference: ben });
  await isDraft(page);

  await page.reload();
  await expect(repairReference(page, uk)).toHaveValue(anna);
  await expect(draftWith(page, ben)).toContainText(uk.t.draft.openElsewhere);
  await other.reload();
  await expect(repairReference(other, uk)).toHaveValue(ben);
  // What was confirmed is confirmed anew.
  await expect(other.getByRole('checkbox', { checked: true })).toHaveCount(0);

  await fillBooking(other, uk, { reference: ben });
  await sendBooking(other, uk);
  await expect(bookedHeading(other, uk, ben)).toBeFocused();
  await expect(repairReference(page, uk)).toHaveValue(anna);
  await expect(draftWith(page, ben)).toHaveCount(0);
  await page.reload();
  await expect(repairReference(page, uk)).toHaveValue(anna);
  await expect(serialNumber(page, uk)).toHaveValue('XKW10012345678');
});

test('a copy of a tab is told that the draft is open, and goes on with it once it is not', async ({
  page,
  context,
}) => {
  await signIn(page, uk, 'repairs');
  await page.goto(`${uk.home}/repairs/book`);
  const reference = newReference('Copy');
  await repairReference(page, uk).fill(reference);
  await isDraft(page);

  const copy = await context.newPage();
  await copy.goto(page.url());
  await expect(copy.getByText(uk.t.draft.elsewhere).first()).toBeVisible();
  await expect(repairReference(copy, uk)).toHaveValue('');
  await expect(copy).toHaveURL(`${uk.home}/repairs/book`);
  await expect(draftWith(copy, reference)).toContainText(uk.t.draft.openElsewhere);
  await expectAccessible(copy);

  // Nobody tells that a tab is gone; the list finds out.
  await page.close();
  await draftWith(copy, reference).getByRole('link').click();
  await expect(repairReference(copy, uk)).toHaveValue(reference);
});

test('a tab that lost its session goes on with its own draft, not with another', async ({ page, context }) => {
  await signIn(page, uk, 'repairs');
  await page.goto(`${uk.home}/repairs/book`);
  const [anna, ben] = [newReference('Anna'), newReference('Ben')];
  await repairReference(page, uk).fill(anna);
  await page.getByRole('link', { name: uk.t.draft.another }).click();
  await expect(repairReference(page, uk)).toHaveValue('');
  await repairReference(page, uk).fill(ben);
  await isDraft(page);
  await context.clearCookies();
  await page.reload();
  await expect(page).toHaveURL(new RegExp(`${uk.home}/auth/login`));
  await fillLogin(page, uk, 'repairs');
  await expect(repairReference(page, uk)).toHaveValue(ben);
  await expect(draftWith(page, anna)).toBeVisible();
});

test('a repair is parked for the next customer, found at home, discarded and put back', async ({ page }) => {
  const { home, t } = germany;
  await signIn(page, germany, 'repairs');
  await page.goto(`${home}/repairs/book`);
  const reference = newReference('Park');
  await fillBooking(page, germany, { reference });
  await page.getByRole('link', { name: t.draft.another }).click();
  await expect(repairReference(page, germany)).toHaveValue('');
  await expect(page.getByRole('heading', { name: t.draft.parked })).toBeVisible();
  await expect(draftWith(page, reference)).toContainText(labelOf('switch-2', germany));

  await page.goto(home);
  await expect(draftWith(page, reference)).toContainText(t.repairs.draft.kind);
  await draftWith(page, reference).getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect(draftWith(page, reference).getByRole('button')).toBeFocused();
  await expect(draftWith(page, reference)).toContainText(t.draft.discardedOne);
  await page.keyboard.press('Enter');
  await expect(draftWith(page, reference).getByRole('link')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(repairReference(page, germany)).toHaveValue(reference);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('the form stays usable where the browser refuses storage', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await signIn(page, uk, 'repairs');
  await page.goto(`${uk.home}/repairs/book`);
  const reference = newReference('Refused');
  await fillBooking(page, uk, { reference });
  await sendBooking(page, uk);
  await expect(bookedHeading(page, uk, reference)).toBeFocused();
});
