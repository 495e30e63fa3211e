import { test as playwrightTest } from '@playwright/test';
import type { Page } from '@playwright/test';
import { expect, france, germany, test, uk } from './portal.ts';

const login = `${uk.home}/auth/login`;
const isHydrated = (page: Page) =>
  page
    .locator('[data-prerendered]')
    .evaluate((content) => Object.keys(content).some((key) => key.startsWith('__reactContainer')));

test('the sign-in page loads at most 110 KB of scripts', async ({ page }) => {
  await page.goto(login);
  await expect(page.getByRole('button', { name: uk.t.login.submit })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const bytes = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => /\/assets\/.*\.js$/.test(entry.name))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  );
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThan(110_000);
});

test('the sign-in page keeps input typed before the scripts have loaded, without sending it', async ({ page }) => {
  let continueLoading = () => {};
  const loadingContinues = new Promise<void>((resolve) => (continueLoading = resolve));
  await page.route('**/assets/hydrate-*.js', async (route) => {
    await loadingContinues;
    await route.continue();
  });
  await page.goto(login, { waitUntil: 'domcontentloaded' });
  await page.getByLabel(uk.t.login.email).fill('repairs@nuk.example');
  const password = page.getByLabel(uk.t.login.password, { exact: true });
  await password.fill('typed early');
  await password.press('Enter');
  await expect(page).toHaveURL(login);
  expect(await isHydrated(page)).toBe(false);
  continueLoading();
  await expect.poll(() => isHydrated(page)).toBe(true);
  // Once the scripts have loaded, they submit the form again, which fails without the captcha.
  await expect(page.getByRole('region', { name: uk.t.validation.form })).toBeFocused();
  // The text cursor may be at the start of a field that gets the focus.
  await password.press('End');
  await password.press('!');
  await page.getByRole('button', { name: uk.t.password.show }).click();
  await expect(page.getByLabel(uk.t.login.email)).toHaveValue('repairs@nuk.example');
  await expect(password).toHaveValue('typed early!');
});

// Uses Playwright's own test, because the portal's test fails on the error that the page reports to the console.
playwrightTest('the sign-in page reports scripts that fail to load, and stays visible', async ({ page }) => {
  await page.route('**/assets/hydrate-*.js', (route) => route.abort());
  await page.goto(germany.home + '/auth/login');
  await expect(page.getByRole('alert')).toContainText(germany.t.pageErrors.error.title);
  await expect(page.getByRole('alert').getByRole('link')).toHaveAttribute('href', `${germany.home}/auth/login`);
  await expect(page.getByLabel(germany.t.login.email)).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the sign-in page is in its language, and submits nothing', async ({ page }) => {
    const { t, home } = france;
    await page.goto(`${home}/auth/login`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.login.title);
    await page.getByLabel(t.login.email).fill('magasin@nfr.example');
    await page.getByLabel(t.login.password, { exact: true }).fill('secret');
    await page.getByRole('button', { name: t.login.submit }).click();
    await expect(page).toHaveURL(`${home}/auth/login`);
    await expect(page.getByLabel(t.login.email)).toHaveValue('magasin@nfr.example');
  });
});

test('the sign-in pages show alerts at the first paint, without layout shifts', async ({ page }) => {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      const shifts = list.getEntries() as (PerformanceEntry & { value: number })[];
      Object.assign(window, {
        shift: shifts.reduce((sum, { value }) => sum + value, Reflect.get(window, 'shift') ?? 0),
      });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const path of [`${login}?alert=sessionEnded`, `${uk.home}/auth/forgot-password/reset-password?alert=codeSent`]) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('list', { name: uk.t.shell.alerts.label })).toBeVisible();
    expect(await page.evaluate(() => Reflect.get(window, 'shift') ?? 0)).toBeLessThan(0.02);
  }
});
