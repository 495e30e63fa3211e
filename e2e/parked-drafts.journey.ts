import type { Page } from '@playwright/test';
import { bookedHeading, fillBooking, toProductLabel, createReference, sendBooking } from './booking.ts';
import { expect, expectAccessible, fillLogin, germany, signIn, test, uk } from './portal.ts';
import type { JourneyPlace } from './portal.ts';

const referenceField = (page: Page, { t }: JourneyPlace) => page.getByLabel(t.repairs.fields.storeRefNo);
const serialNumberField = (page: Page, { t }: JourneyPlace) => page.getByLabel(t.repairs.fields.serialNumber);
const parkedList = (page: Page) => page.locator('.parked');
const findDraft = (page: Page, text: string) => parkedList(page).locator('li').filter({ hasText: text });
const expectDraftUrl = (page: Page) => expect(page).toHaveURL(/\?draft=/);

test('drafts in two tabs stay separate across reloads and bookings', async ({ page, context }) => {
  const { home } = uk;
  await signIn(page, uk, 'repairs');
  const otherPage = await context.newPage();
  await page.goto(`${home}/repairs/book`);
  await otherPage.goto(`${home}/repairs/book`);
  const annaReference = createReference('Anna');
  const benReference = createReference('Ben');
  await referenceField(page, uk).fill(annaReference);
  await serialNumberField(page, uk).fill('XKW10012345678');
  await fillBooking(otherPage, uk, { reference: benReference });
  await expectDraftUrl(page);

  await page.reload();
  await expect(referenceField(page, uk)).toHaveValue(annaReference);
  await expect(findDraft(page, benReference)).toContainText(uk.t.draft.openElsewhere);
  await otherPage.reload();
  await expect(referenceField(otherPage, uk)).toHaveValue(benReference);
  // Confirmations are not saved with the draft.
  await expect(otherPage.getByRole('checkbox', { checked: true })).toHaveCount(0);

  await fillBooking(otherPage, uk, { reference: benReference });
  await sendBooking(otherPage, uk);
  await expect(bookedHeading(otherPage, uk, benReference)).toBeFocused();
  await expect(referenceField(page, uk)).toHaveValue(annaReference);
  await expect(findDraft(page, benReference)).toHaveCount(0);
  await page.reload();
  await expect(referenceField(page, uk)).toHaveValue(annaReference);
  await expect(serialNumberField(page, uk)).toHaveValue('XKW10012345678');
});

test('a duplicated tab resumes the draft once the other is closed', async ({ page, context }) => {
  await signIn(page, uk, 'repairs');
  await page.goto(`${uk.home}/repairs/book`);
  const reference = createReference('Copy');
  await referenceField(page, uk).fill(reference);
  await expectDraftUrl(page);

  const duplicate = await context.newPage();
  await duplicate.goto(page.url());
  await expect(duplicate.getByText(uk.t.draft.elsewhere).first()).toBeVisible();
  await expect(referenceField(duplicate, uk)).toHaveValue('');
  await expect(duplicate).toHaveURL(`${uk.home}/repairs/book`);
  await expect(findDraft(duplicate, reference)).toContainText(uk.t.draft.openElsewhere);
  await expectAccessible(duplicate);

  // Closing a tab sends no event; the list detects it.
  await page.close();
  await findDraft(duplicate, reference).getByRole('link').click();
  await expect(referenceField(duplicate, uk)).toHaveValue(reference);
});

test('a tab resumes its own draft after its session has expired', async ({ page, context }) => {
  await signIn(page, uk, 'repairs');
  await page.goto(`${uk.home}/repairs/book`);
  const annaReference = createReference('Anna');
  const benReference = createReference('Ben');
  await referenceField(page, uk).fill(annaReference);
  await page.getByRole('link', { name: uk.t.draft.another }).click();
  await expect(referenceField(page, uk)).toHaveValue('');
  await referenceField(page, uk).fill(benReference);
  await expectDraftUrl(page);
  await context.clearCookies();
  await page.reload();
  await expect(page).toHaveURL(new RegExp(`${uk.home}/auth/login`));
  await fillLogin(page, uk, 'repairs');
  await expect(referenceField(page, uk)).toHaveValue(benReference);
  await expect(findDraft(page, annaReference)).toBeVisible();
});

test('a repair can be parked, found on Home, discarded and restored', async ({ page }) => {
  const { home, t } = germany;
  await signIn(page, germany, 'repairs');
  await page.goto(`${home}/repairs/book`);
  const reference = createReference('Park');
  await fillBooking(page, germany, { reference });
  await page.getByRole('link', { name: t.draft.another }).click();
  await expect(referenceField(page, germany)).toHaveValue('');
  await expect(page.getByRole('heading', { name: t.draft.parked })).toBeVisible();
  await expect(findDraft(page, reference)).toContainText(toProductLabel('switch-2', germany));

  await page.goto(home);
  await expect(findDraft(page, reference)).toContainText(t.repairs.draft.kind);
  await findDraft(page, reference).getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect(findDraft(page, reference).getByRole('button')).toBeFocused();
  await expect(findDraft(page, reference)).toContainText(t.draft.discardedOne);
  await page.keyboard.press('Enter');
  await expect(findDraft(page, reference).getByRole('link')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(referenceField(page, germany)).toHaveValue(reference);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a repair can be booked without browser storage', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await signIn(page, uk, 'repairs');
  await page.goto(`${uk.home}/repairs/book`);
  const reference = createReference('Refused');
  await fillBooking(page, uk, { reference });
  await sendBooking(page, uk);
  await expect(bookedHeading(page, uk, reference)).toBeFocused();
});
