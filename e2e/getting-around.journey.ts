import type { Locator } from '@playwright/test';
import {
  expect,
  expectAccessible,
  expectNoOverflow,
  fillLogin,
  openAccountMenu,
  places,
  signIn,
  test,
} from './portal.ts';
import type { JourneyPlace } from './portal.ts';

const [uk, dach, france] = places as [JourneyPlace, JourneyPlace, JourneyPlace];

test.describe('addresses', () => {
  for (const [asked, reached] of [
    ['/nuk', '/UK/nuk/auth/login'],
    ['/ndach/repairs/book', '/DE/ndach/auth/login'],
    ['/uk/nuk/', '/UK/nuk/auth/login'],
    ['/UK/nuk/legal-information/terms-of-service/', '/UK/nuk/legal-information/terms-of-service'],
    ['/XX', '/UK'],
    ['/UK/mars', '/UK'],
  ] as const) {
    test(`${asked} leads to ${reached}`, async ({ page }) => {
      await page.goto(asked);
      await expect(page).toHaveURL(reached);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    });
  }

  for (const { prefix, t } of places) {
    test(`what does not exist says so, under ${prefix}`, async ({ page }) => {
      await page.goto(`/${prefix}/nuk/no/such/page`);
      await expect(page.getByText(t.pageErrors.notFound.unknownRoute)).toBeVisible();
      await expectAccessible(page);
      await page.goto(`/${prefix}/n%20uk`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.pageErrors.notFound.title);
      await expect(
        page
          .getByRole('link', { name: t.pageErrors.home })
          .or(page.getByRole('button', { name: t.pageErrors.home }))
          .first(),
      ).toBeVisible();
    });
  }

  test('a stranger’s sign-in page loads at most 175 KB of scripts', async ({ page }) => {
    await page.goto('/UK/nuk/auth/login');
    await expect(page.getByRole('button', { name: uk.t.login.submit })).toBeVisible();
    await page.waitForLoadState('networkidle');
    const bytes = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => /\/assets\/.*\.js$/.test(entry.name))
        .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
    );
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(175_000);
  });

  test('a missing file is a real 404', async ({ request }) => {
    expect((await request.get('/assets/missing.js')).status()).toBe(404);
    expect((await request.get('/UK/nuk')).status()).toBe(200);
  });
});

test.describe('the shell', () => {
  for (const place of places) {
    test(`in ${place.region} the drawer, the support dialog, the cancellation form and signing out`, async ({
      page,
    }) => {
      const { t, home, prefix } = place;
      await signIn(page, place, 'repairs');
      const drawer = page.getByRole('navigation', { name: t.shell.nav.label });
      await expect(drawer.getByRole('link', { name: t.shell.nav.trackRepair })).toBeVisible();

      await page
        .getByRole('button', { name: t.shell.support.link })
        .or(page.getByRole('link', { name: t.shell.support.link }))
        .first()
        .click();
      const dialog = page.getByRole('dialog');
      await expect(dialog).toContainText(t.shell.support.text);
      await expectAccessible(page);
      const [opened] = await Promise.all([
        page.waitForEvent('popup'),
        dialog.getByText(t.shell.support.continue, { exact: true }).click(),
      ]);
      expect(await opened.evaluate(() => window.opener)).toBeNull();
      await opened.close();

      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: t.shell.footer.cancellationForm }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(`cancellation-form-${{ UK: 'en', DE: 'de', FR: 'fr' }[prefix]}.pdf`);

      await openAccountMenu(page, t);
      await expectAccessible(page);
      await page.getByRole('button', { name: t.shell.signOut }).click();
      await expect(page).toHaveURL(`${home}/auth/login`);
      await expect(page.getByRole('heading', { level: 1, name: t.login.title })).toBeFocused();
    });
  }

  test('in France the legal texts are elsewhere; in the others they are here', async ({ page }) => {
    await signIn(page, france, 'repairs');
    await expect(page.getByRole('link', { name: france.t.shell.footer.privacyPolicy })).toHaveAttribute(
      'href',
      /^https:\/\/www\.example\.fr\//,
    );
    for (const { prefix, t } of places) {
      for (const [path, name] of [
        ['privacy-policy', t.legal.privacyPolicy],
        ['terms-of-service', t.legal.termsOfService],
      ] as const) {
        await page.goto(`/${prefix}/legal-information/${path}`);
        await expect(page).toHaveTitle(new RegExp(name));
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('main')).not.toContainText(/\{\w+\}/);
        await expectAccessible(page);
      }
    }
  });

  test('a language switch stays on the page', async ({ page }) => {
    await signIn(page, uk, 'repairs');
    await page.goto('/UK/nuk/repairs/book');
    await page.getByLabel(uk.t.repairs.fields.storeRefNo).fill('typed');
    await openAccountMenu(page, uk.t);
    await page.getByRole('link', { name: 'Deutsch' }).click();
    await expect(page.getByRole('link', { name: 'Deutsch' })).toBeHidden();
    await expect(page).toHaveURL(/\/DE\/nuk\/repairs\/book\?draft=/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(dach.t.repairs.book.title);
    await expect(page.getByLabel(dach.t.repairs.fields.storeRefNo)).toHaveValue('typed');
    await expect(page.locator('html')).toHaveAttribute('lang', /^de/);
  });

  test('signing out in one tab signs out the others', async ({ page, context }) => {
    await signIn(page, uk, 'repairs');
    const other = await context.newPage();
    await other.goto(`${uk.home}/repairs/submitted`);
    await expect(other.getByRole('heading', { level: 1 })).toHaveText(uk.t.repairs.list.title);
    await openAccountMenu(page, uk.t);
    await page.getByRole('button', { name: uk.t.shell.signOut }).click();
    await expect(page).toHaveURL(`${uk.home}/auth/login`);
    await expect(other).toHaveURL(`${uk.home}/auth/login`);
    await expect(other.getByText(uk.t.moved.signedOutElsewhere)).toBeVisible();
    await expect(page.getByText(uk.t.moved.signedOutElsewhere)).toHaveCount(0);
  });

  test('the page that was wanted opens after signing in', async ({ page }) => {
    await page.goto(`${uk.home}/repairs/book`);
    await expect(page).toHaveURL(`${uk.home}/auth/login`);
    await fillLogin(page, uk, 'repairs');
    await expect(page).toHaveURL(`${uk.home}/repairs/book`);
  });

  test('who may not book repairs is shown no way there, and is led home', async ({ page }) => {
    await signIn(page, uk, 'returns');
    await expect(page.getByRole('link', { name: uk.t.shell.nav.bookRepair })).toHaveCount(0);
    await page.goto(`${uk.home}/repairs/book`);
    await expect(page).toHaveURL(uk.home);
    await expect(page.getByText(uk.t.moved.noRole)).toBeVisible();
    await expectAccessible(page);
  });

  test('on a tablet the portal’s name and its rows are whole, and in forced colours the main button is told apart', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 768, height: 900 });
    await page.emulateMedia({ forcedColors: 'active' });
    await signIn(page, uk, 'both');
    const name = page.getByRole('banner').getByText(uk.t.shell.siteName);
    expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    const colours = await Promise.all(
      [uk.t.shell.nav.bookRepair, uk.t.shell.nav.bookReturn].map((text) =>
        page
          .getByRole('main')
          .getByRole('link', { name: text })
          .first()
          .evaluate((link) => getComputedStyle(link).backgroundColor),
      ),
    );
    expect(new Set(colours).size).toBe(2);
    await expectNoOverflow(page);

    await page.goto(`${uk.home}/returns/book`);
    // Cloudscape's own buttons, too.
    const filled = await Promise.all(
      [uk.t.returns.book.submit, uk.t.returns.book.add].map((text) =>
        page
          .getByRole('button', { name: text, exact: true })
          .evaluate((button) => getComputedStyle(button).backgroundColor),
      ),
    );
    expect(new Set(filled).size).toBe(2);
    const topOf = async (field: Locator) => (await field.boundingBox())?.y ?? 0;
    const scanned = page.locator('[data-field="entry.serialNumber"]');
    const others = page.locator('[data-field="entry.product"]');
    const button = page.getByRole('button', { name: uk.t.returns.book.add, exact: true });
    await expect(button).toBeVisible();
    const tops = [await topOf(scanned), await topOf(button), await topOf(others)];
    // In rows of their own, one below the other.
    expect(tops.toSorted((one, other) => one - other)).toEqual(tops);
    expect(new Set(tops).size).toBe(3);
  });

  test('a session whose access cookie is gone is refreshed without a word', async ({ page, context }) => {
    await signIn(page, uk, 'repairs');
    await context.clearCookies({ name: '__Host-access-nuk' });
    await page.getByRole('link', { name: uk.t.shell.nav.submittedRepairs }).first().click();
    await expect(page.getByRole('table')).toBeVisible();
    await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).toContain('__Host-access-nuk');
    await expect(page).toHaveURL(`${uk.home}/repairs/submitted`);
  });

  test('a session that is gone altogether leads to the login and says so', async ({ page, context }) => {
    await signIn(page, uk, 'repairs');
    await expect(page.getByRole('heading', { name: uk.t.repairs.latest.title })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await context.clearCookies();
    await page.getByRole('link', { name: uk.t.shell.nav.submittedRepairs }).first().click();
    await expect(page).toHaveURL(new RegExp(`${uk.home}/auth/login`));
    await expect(page.getByText('An error occurred. Please try logging in again.')).toBeVisible();
  });
});

test('a page that the network keeps away says so, where one went, and comes by itself', async ({ page }) => {
  const { t, home } = uk;
  await page.route('**/assets/change-password*', (route) => route.abort());
  await signIn(page, uk, 'repairs');
  const link = page.getByRole('link', { name: t.shell.nav.changePassword });
  // The page that one signs in to has read the configuration by then.
  await expect(link).toBeVisible();
  await page.route('**/config.json', (route) => route.abort());
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: t.pageErrors.outage.title })).toBeVisible();
  await expect(page.getByText(t.pageErrors.outage.text)).toBeVisible();
  await expect(page).toHaveURL(`${home}/auth/change-password`);
  await page.unrouteAll();
  await expect(page.getByRole('heading', { level: 1, name: t.account.title })).toBeVisible({ timeout: 30_000 });
});
