import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoOverflow, france, germany, signIn, test, uk } from './portal.ts';

const publicPages = [
  ['/UK', uk.t.landing.title],
  ['/DE', germany.t.landing.title],
  ['/FR/legal-information/privacy-policy', france.t.legal.privacyPolicy],
  ['/UK/legal-information/terms-of-service', uk.t.legal.termsOfService],
] as const;
const termsPath = `${uk.home}/legal-information/terms-of-service`;

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('the landing page and legal pages load at most 40 KB of scripts, and no React', async ({ page }) => {
  for (const [path, title] of [...publicPages, [termsPath, uk.t.legal.termsOfService] as const]) {
    await page.goto(path);
    await expect(heading(page)).toHaveText(title);
    await page.waitForLoadState('networkidle');
    const scripts = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => /\/assets\/.*\.js$/.test(entry.name))
        .map((entry) => ({ name: entry.name, bytes: (entry as PerformanceResourceTiming).encodedBodySize })),
    );
    const sum = scripts.reduce((bytes, script) => bytes + script.bytes, 0);
    expect([path, sum > 1000, sum < 40_000]).toEqual([path, true, true]);
    expect(scripts.filter(({ name }) => /\/(base|application)-/.test(name))).toEqual([]);
  }
});

test('the root redirects to the landing page in the language of the browser, and Back skips the root', async ({
  page,
}) => {
  await page.goto(termsPath);
  await page.context().clearCookies();
  await page.goto('/?alert=otherRegion');
  await expect(page).toHaveURL('/UK');
  await expect(page.getByRole('list', { name: uk.t.shell.alerts.label })).toContainText(uk.t.moved.otherRegion);
  await page.goBack();
  await expect(page).toHaveURL(termsPath);
  await page.goto('/FR/legal-information/terms-of-service');
  await page.goto('/');
  await expect(page).toHaveURL('/FR');
  await expect(heading(page)).toHaveText(france.t.landing.title);
  await page.goBack();
  await expect(page).toHaveURL('/FR/legal-information/terms-of-service');
  await page.goForward();
  await expect(page).toHaveURL('/FR');
});

test('a redirect from a misspelled path does not block Back', async ({ page }) => {
  await page.goto(termsPath);
  await page.goto('/uk');
  await expect(page).toHaveURL('/UK');
  await expect(heading(page)).toHaveText(uk.t.landing.title);
  await page.goBack();
  await expect(page).toHaveURL(termsPath);
});

test('the sign-in page keeps the language chosen on the landing page', async ({ page }) => {
  await page.goto('/UK');
  await page.getByRole('button', { name: new RegExp(uk.t.shell.language) }).click();
  await page.getByRole('link', { name: 'Deutsch', exact: true }).click();
  await expect(page).toHaveURL('/DE');
  await page
    .getByRole('main')
    .getByRole('link', { name: /France/ })
    .click();
  await expect(page).toHaveURL('/DE/nfr/auth/login');
});

test('a link to a section of a legal text scrolls to it, and Back returns', async ({ page }) => {
  await page.goto(`${termsPath}#provider`);
  await expect(page.getByText(uk.t.legal.providerIs)).toBeInViewport();
  await page.goto(termsPath);
  await page.getByRole('navigation', { name: uk.t.legal.contents }).getByRole('link').nth(3).click();
  await expect(page).toHaveURL(`${termsPath}#section-4`);
  await expect(page.locator('#section-4 h2')).toBeInViewport();
  await page.goBack();
  await expect(heading(page)).toBeInViewport();
});

test('a legal page of a region keeps the menu of a signed-in user', async ({ page }) => {
  await signIn(page, uk, 'repairs');
  await page.goto(termsPath);
  await expect(page.getByRole('navigation', { name: uk.t.shell.nav.label })).toBeVisible();
  await expect(page.getByRole('button', { name: uk.t.shell.signOut })).toBeVisible();
  await expect(page.locator('#provider address')).toBeVisible();
  await page.goto('/UK');
  await page.getByRole('main').getByRole('link').first().click();
  await expect(page).toHaveURL(uk.home);
});

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [320, 1280])
    test(`public pages are accessible at ${width} px, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      for (const [path, title] of [
        ...publicPages,
        [`${termsPath}?alert=codeSent`, uk.t.legal.termsOfService] as const,
      ]) {
        await page.goto(path);
        await expect(heading(page)).toHaveText(title);
        await page.waitForLoadState('networkidle');
        await expectAccessible(page);
        await expectNoOverflow(page);
      }
    });

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('legal texts can be read, and a region can be chosen', async ({ page }) => {
    await page.goto(`${germany.home}/legal-information/privacy-policy`);
    await expect(heading(page)).toHaveText(germany.t.legal.privacyPolicy);
    await expect(page.locator('#section-2 p').first()).toBeVisible();
    await expect(page.locator('#provider noscript p')).toBeVisible();
    await expect(page.getByRole('link', { name: germany.t.shell.footer.cancellationForm })).toBeHidden();
    await page.getByRole('contentinfo').getByRole('link', { name: germany.t.legal.termsOfService }).click();
    await expect(heading(page)).toHaveText(germany.t.legal.termsOfService);
    await page.goto('/');
    await page
      .getByRole('main')
      .getByRole('link', { name: /France/ })
      .click();
    await expect(page).toHaveURL('/FR/nfr/auth/login');
  });
});
