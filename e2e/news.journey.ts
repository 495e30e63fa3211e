import type { Page } from '@playwright/test';
import { sendProviderEvent } from './back-office.ts';
import { createReference } from './booking.ts';
import { getBox } from './interactions.ts';
import type { JourneyPlace } from './portal.ts';
import { expect, expectAccessible, expectNoOverflow, places, signIn, test, uk } from './portal.ts';
import { postRepair } from './post-records.ts';

const bell = (page: Page, { t }: JourneyPlace) =>
  page.getByRole('banner').getByRole('button', { name: new RegExp(`^${t.news.title}`) });
const panel = (page: Page) => page.locator('.news-panel');

/** Reloads until the bell shows a number, because news appear with a delay. */
const waitForNews = (page: Page, place: JourneyPlace) =>
  expect(async () => {
    await page.reload();
    await expect(bell(page, place)).toHaveText(/[1-9]/, { timeout: 5000 });
  }).toPass({ timeout: 60_000 });

for (const place of places)
  test(`the bell shows a fee quote until the store has seen it (${place.prefix})`, async ({ page, browser }) => {
    const { t, home } = place;
    await signIn(page, place, 'repairs');
    // Opening the panel marks everything that the demo's provider has reported so far as seen.
    await bell(page, place).click();
    await expect(panel(page)).toBeVisible();
    const reference = createReference('News');
    const { id } = await postRepair(page, place, { storeRefNo: reference });
    await sendProviderEvent(id, 'quoted');
    await waitForNews(page, place);
    const otherTill = await (await browser.newContext()).newPage();
    await signIn(otherTill, place, 'repairs');
    await expect(bell(otherTill, place)).toHaveText(/[1-9]/);

    await page.goto(`${home}/repairs/submitted`);
    const row = page.getByRole('row').filter({ hasText: reference });
    await expect(row).toContainText(t.news.new);
    const dot = await getBox(row.locator('.new-dot'));
    const pictogram = await getBox(row.locator('.pictogram'));
    expect(dot.x + dot.width).toBeLessThanOrEqual(pictogram.x);
    await bell(page, place).focus();
    await page.keyboard.press('Enter');
    const entry = panel(page).getByRole('link').filter({ hasText: reference });
    await expect(entry).toContainText(t.repairs.states.quoted);
    await expect(bell(page, place)).toHaveAccessibleName(t.news.bell);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoOverflow(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    await entry.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(id));
    await expect(panel(page)).toBeHidden();
    await expect(page.locator('.record-state')).toContainText(t.news.new);

    await otherTill.reload();
    await expect(bell(otherTill, place)).toHaveAccessibleName(t.news.bell);
    await page.reload();
    await expect(bell(page, place)).toHaveAccessibleName(t.news.bell);
    await expect(page.locator('.record-state')).not.toContainText(t.news.new);
  });

test('the number of news on Home opens the panel of the bell', async ({ page }) => {
  await signIn(page, uk, 'both');
  const tile = page.getByRole('main').getByRole('button', { name: uk.t.home.attention.groups.news });
  await expect(tile).toBeEnabled();
  await tile.press('Enter');
  await expect(panel(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(tile).toBeFocused();
});

test('an admin has no bell', async ({ page }) => {
  await signIn(page, uk, 'admin');
  await expect(page.getByRole('list', { name: uk.t.home.attention.tiles })).not.toContainText(
    uk.t.home.attention.groups.news,
  );
  await expect(bell(page, uk)).toHaveCount(0);
});
