import type { Locator } from '@playwright/test';
import { toCancellationFormPath } from '#shared/api/paths.ts';
import { languages } from '#shared/config/regions.ts';
import { getBox, button } from './interactions.ts';
import { expect, expectNoOverflow, germany, openAccountMenu, signIn, signOut, test, uk } from './portal.ts';

test('the site serves existing files, returns 404 for missing ones, and redirects incomplete paths', async ({
  page,
}) => {
  const { request } = page;
  for (const language of languages)
    expect((await request.get(toCancellationFormPath('local', language))).headers()['content-type']).toBe(
      'application/pdf',
    );
  expect((await request.get('/assets/missing.js')).status()).toBe(404);
  expect((await request.get('/UK/nuk')).status()).toBe(200);
  await page.goto('/XX/');
  await expect(page).toHaveURL('/UK');
  await page.goto('/ndach/repairs/book');
  await expect(page).toHaveURL('/DE/ndach/auth/login');
});

test('switching the language stays on the page', async ({ page }) => {
  await signIn(page, uk, 'repairs');
  await page.goto('/UK/nuk/repairs/book');
  await page.getByLabel(uk.t.repairs.fields.storeRefNo).fill('typed');
  await openAccountMenu(page, uk.t);
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await expect(page.getByRole('link', { name: 'Deutsch' })).toBeHidden();
  await expect(page).toHaveURL(/\/DE\/nuk\/repairs\/book\?draft=/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(germany.t.repairs.book.title);
  await expect(page.getByLabel(germany.t.repairs.fields.storeRefNo)).toHaveValue('typed');
  await expect(page.locator('html')).toHaveAttribute('lang', /^de/);
});

test('a page opens at its top, and a reload keeps the scroll position', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 400 });
  await signIn(page, uk, 'repairs');
  const readScrollPosition = () => page.evaluate(() => Math.round(scrollY));
  await page.goto(`${uk.home}/repairs/book`);
  await page.getByRole('button', { name: uk.t.repairs.book.submit }).waitFor();
  await page.mouse.wheel(0, 200);
  await expect.poll(readScrollPosition).toBe(200);
  await page.reload();
  await expect.poll(readScrollPosition).toBe(200);
  await page.goto(`${uk.home}/repairs/submitted`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(uk.t.repairs.list.title);
  // The router restores a position in the same React commit that shows the page, so no wait is needed.
  expect(await readScrollPosition()).toBe(0);
});

test('signing out in one tab signs out the others', async ({ page, context }) => {
  await signIn(page, uk, 'repairs');
  const otherPage = await context.newPage();
  await otherPage.goto(`${uk.home}/repairs/submitted`);
  await expect(otherPage.getByRole('heading', { level: 1 })).toHaveText(uk.t.repairs.list.title);
  await signOut(page, uk);
  await expect(otherPage).toHaveURL(`${uk.home}/auth/login`);
  await expect(otherPage.getByText(uk.t.moved.signedOutElsewhere, { exact: true })).toBeVisible();
  await expect(page.getByText(uk.t.moved.signedOutElsewhere)).toHaveCount(0);
});

test('the layout fits a tablet in forced colors', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await page.emulateMedia({ forcedColors: 'active' });
  await signIn(page, uk, 'both');
  const name = page.getByRole('banner').getByText(uk.t.shell.siteName);
  expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  const main = page.getByRole('main');
  const readBackground = (control: Locator) =>
    control.first().evaluate((element) => getComputedStyle(element).backgroundColor);
  const expectDifferentBackground = async (first: Locator, second: Locator) =>
    expect(await readBackground(first)).not.toBe(await readBackground(second));
  // Forced colors replace the brand's fill color, so the primary action must still differ from the others.
  const { bookRepair, bookReturn } = uk.t.shell.nav;
  await expectDifferentBackground(
    main.getByRole('link', { name: bookRepair }),
    main.getByRole('link', { name: bookReturn }),
  );
  await expectNoOverflow(page);

  await page.goto(`${uk.home}/returns/book`);
  // Cloudscape's own buttons must differ as well.
  const addButton = button(page, uk.t.returns.book.add);
  await expectDifferentBackground(button(page, uk.t.returns.book.submit), addButton);
  const serialNumberField = page.locator('[data-field="entry.serialNumber"]');
  const otherFields = button(page, uk.t.returns.book.otherFields);
  const tops = await Promise.all(
    [serialNumberField, addButton, otherFields].map(async (control) => (await getBox(control)).y),
  );
  // Each control is on a row of its own, from top to bottom.
  expect(tops.toSorted((first, second) => first - second)).toEqual(tops);
  expect(new Set(tops).size).toBe(3);
});

test('a missing access cookie is renewed without signing in again', async ({ page, context }) => {
  await signIn(page, uk, 'repairs');
  await context.clearCookies({ name: '__Host-access-nuk' });
  await page.getByRole('link', { name: uk.t.shell.nav.submittedRepairs }).first().click();
  await expect(page.getByRole('table')).toBeVisible();
  await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).toContain('__Host-access-nuk');
  await expect(page).toHaveURL(`${uk.home}/repairs/submitted`);
});

test('a page that cannot be loaded shows an outage, and appears once the site responds again', async ({ page }) => {
  const { t, home } = uk;
  await page.route('**/assets/change-password*', (route) => route.abort());
  await signIn(page, uk, 'repairs');
  const link = page.getByRole('link', { name: t.shell.nav.changePassword });
  // The home page has loaded the configuration by then.
  await expect(link).toBeVisible();
  await page.route('**/config.json', (route) => route.abort());
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: t.pageErrors.outage.title })).toBeVisible();
  await expect(page.getByText(t.pageErrors.outage.text)).toBeVisible();
  await expect(page).toHaveURL(`${home}/auth/change-password`);
  await page.unrouteAll();
  await expect(page.getByRole('heading', { level: 1, name: t.account.title })).toBeVisible({ timeout: 30_000 });
});
