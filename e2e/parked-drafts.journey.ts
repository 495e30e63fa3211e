import type { Page } from '@playwright/test';
import { bookedHeading, fillBooking, labelOf, newReference, sendBooking } from './booking.ts';
import { expect, expectAccessible, expectNoOverflow, fillLogin, places, signIn, test } from './portal.ts';
import type { JourneyPlace } from './portal.ts';
import { bookedReturn, countWords, referenceField, scanLines, sendReturn, ukReturns } from './returning.ts';

const [uk] = places as [JourneyPlace, ...JourneyPlace[]];

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

  await fillBooking(other, uk, { reference: ben });
  await sendBooking(other, uk);
  await expect(bookedHeading(other, uk, ben)).toBeFocused();
  await expect(repairReference(page, uk)).toHaveValue(anna);
  await expect(draftWith(page, ben)).toHaveCount(0);
  await page.reload();
  await expect(repairReference(page, uk)).toHaveValue(anna);
  await expect(serialNumber(page, uk)).toHaveValue('XKW10012345678');
});

test('a return in one tab keeps its lines when another tab books one', async ({ page, context }) => {
  const { home } = ukReturns;
  await signIn(page, ukReturns, 'returns');
  const other = await context.newPage();
  await page.goto(`${home}/returns/book`);
  await other.goto(`${home}/returns/book`);
  const booked = newReference('Booked');
  await referenceField(page, ukReturns).fill('half scanned');
  await scanLines(page, ukReturns, ['ppp-1', 'ppp-2', 'ppp-3']);
  await page.reload();
  await expect(page.getByText(countWords(ukReturns, 3))).toBeVisible();

  await referenceField(other, ukReturns).fill(booked);
  await scanLines(other, ukReturns, ['ooo-1']);
  await sendReturn(other, ukReturns);
  await expect(bookedReturn(other, ukReturns, booked)).toBeFocused();
  for (const look of [() => Promise.resolve(), () => page.reload()]) {
    await look();
    await expect(referenceField(page, ukReturns)).toHaveValue('half scanned');
    await expect(page.getByText(countWords(ukReturns, 3))).toBeVisible();
  }
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

for (const place of places) {
  const { t, home, region } = place;

  test(`${region}: a repair is parked for the next customer, found at home, discarded and put back`, async ({
    page,
  }) => {
    await signIn(page, place, 'repairs');
    await page.goto(`${home}/repairs/book`);
    const reference = newReference('Park');
    await fillBooking(page, place, { reference });
    await page.getByRole('link', { name: t.draft.another }).click();
    await expect(repairReference(page, place)).toHaveValue('');
    await expect(page.getByRole('heading', { name: t.draft.parked })).toBeVisible();
    await expect(draftWith(page, reference)).toContainText(labelOf('switch-2', place));
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoOverflow(page);

    await page.goto(home);
    await expect(draftWith(page, reference)).toContainText(t.repairs.draft.kind);
    await expectAccessible(page);
    await expectNoOverflow(page);
    await draftWith(page, reference).getByRole('button').focus();
    await page.keyboard.press('Enter');
    await expect(draftWith(page, reference).getByRole('button')).toBeFocused();
    await expect(draftWith(page, reference)).toContainText(t.draft.discardedOne);
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(draftWith(page, reference).getByRole('link')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(repairReference(page, place)).toHaveValue(reference);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });
}
