import type { Page, Route } from '@playwright/test';
import { demoPassword } from '#scripts/demo/accounts.ts';
import { webConfigPath } from '#shared/api/headers.ts';
import { paths } from '#shared/api/paths.ts';
import { expect, germany, places, sendPassword, signIn, test, uk } from './portal.ts';
import { findAxeViolations } from './walk/checks.ts';

/** Holds back the application's own script. Returns the function that releases it. */
const holdApplication = async (page: Page) => {
  const heldRoutes: Route[] = [];
  let isReleased = false;
  await page.route('**/assets/main-*.js', (route) => {
    if (isReleased) return route.continue();
    heldRoutes.push(route);
    return undefined;
  });
  return async () => {
    isReleased = true;
    await Promise.all(heldRoutes.map((route) => route.continue()));
  };
};

/** Collects the URLs of a page's GET requests that contain a text, each from the part after /api. */
const collectRequests = (page: Page, urlPart: string) => {
  const urls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes(urlPart)) urls.push(request.url().replace(/.*\/api/, ''));
  });
  return urls;
};

/** Signs in, and leaves the portal, so that the next page is a new document without requests of the one before. */
const signInAndLeave = async (page: Page, name: string) => {
  await signIn(page, uk, name);
  await page.goto('about:blank');
};

const rows = (page: Page) => page.getByRole('table').getByRole('row');

test('a list uses the data that the first script has requested, and requests them again only when reopened', async ({
  page,
}) => {
  await signInAndLeave(page, 'repairs');
  const release = await holdApplication(page);
  const requests = collectRequests(page, 'limit=10');
  await page.goto(`${uk.home}/repairs/submitted?size=10`, { waitUntil: 'commit' });
  await expect.poll(() => requests).toEqual(['/repairs/nuk?limit=10']);
  await release();
  await expect(rows(page)).toHaveCount(11);
  expect(requests).toEqual(['/repairs/nuk?limit=10']);

  const navigation = page.getByRole('navigation', { name: uk.t.shell.nav.label });
  await navigation.getByText(uk.t.shell.nav.trackRepair).click();
  await expect(page.getByRole('heading', { level: 1, name: uk.t.track.title })).toBeVisible();
  await page.goBack();
  await expect(rows(page)).toHaveCount(11);
  await expect.poll(() => requests.length).toBeGreaterThan(1);
});

test('Home requests the data of each panel once', async ({ page }) => {
  await signInAndLeave(page, 'both');
  const requests = collectRequests(page, '/api/');
  await page.goto(uk.home);
  await expect(page.getByRole('heading', { level: 2, name: uk.t.repairs.latest.title })).toBeVisible();
  await expect(page.locator('.tiles[aria-busy=false]')).toBeVisible();
  expect(requests.length).toBeGreaterThan(7);
  expect(requests.toSorted()).toEqual([...new Set(requests)].toSorted());
});

test('each of two tabs refreshes a session whose access token has expired at most once', async ({ page, context }) => {
  await signIn(page, uk, 'repairs');
  // A file without scripts, because Home would refresh the session, too.
  await page.goto(webConfigPath);
  // The last refresh was twenty minutes ago, so the access token, which is valid for ten, has expired.
  await page.evaluate(() => localStorage.setItem('session.nuk.idleUntil', String(Date.now() + 40 * 60_000)));
  const refreshes: string[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/refresh-token')) refreshes.push(request.url());
  });
  const secondTab = await context.newPage();
  await Promise.all([page, secondTab].map((tab) => tab.goto(`${uk.home}/repairs/submitted?size=10`)));
  for (const tab of [page, secondTab]) await expect(rows(tab)).toHaveCount(11);
  // The second tab refreshes again only if it does not see yet what the first has stored.
  expect([1, 2]).toContain(refreshes.length);
});

test('the sign-in page downloads Home and its files while the password is typed', async ({ page }) => {
  const files: string[] = [];
  page.on('requestfinished', (request) => files.push(new URL(request.url()).pathname));
  await page.goto(`${germany.home}/auth/login`);
  await page.getByLabel(germany.t.login.email, { exact: true }).fill('repairs@ndach.example');
  expect(files.filter((file) => file.includes('/home-'))).toEqual([]);
  await page.getByLabel(germany.t.login.password, { exact: true }).pressSequentially('P');
  for (const name of ['home', 'application', 'drawer', 'de', 'all.de'])
    await expect.poll(() => files.filter((file) => file.startsWith(`/assets/${name}-`))).not.toEqual([]);
  await sendPassword(page, germany.t, demoPassword);
  await page.waitForURL(germany.home);
  const readDeliveryType = () => {
    const [navigation] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & {
      deliveryType: string;
    })[];
    return navigation?.deliveryType;
  };
  expect(await page.evaluate(readDeliveryType)).toBe('navigational-prefetch');
});

for (const { prefix, t } of places)
  test(`shows each page's title before the application, in the language of ${prefix}`, async ({ page }) => {
    await signInAndLeave(page, 'admin');
    const place = { prefix, region: 'nuk' } as const;
    const titles = [
      [paths.submittedRepairs(place), t.repairs.list.title],
      [paths.bookRepair(place), t.repairs.book.title],
      [paths.submittedReturns(place), t.returns.list.title],
      [paths.bookReturn(place), t.returns.book.title],
      [paths.trackRepair(place), t.track.title],
      [paths.manageUsers(place), t.users.title],
      [paths.register(place), t.users.register.title],
      [paths.registerUsersBulk(place), t.users.bulk.title],
      [paths.changePassword(place), t.account.title],
    ] as const;
    for (const [path, title] of titles) {
      const release = await holdApplication(page);
      await page.goto(path, { waitUntil: 'commit' });
      await expect(page.locator('.skeleton-title.has-text')).toHaveText(title);
      await release();
      await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
      await page.unroute('**/assets/main-*.js');
    }
  });

test.describe('the HTML document', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`shows the top bar and the drawer where the application will show them, ${colorScheme}`, async ({ page }) => {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.emulateMedia({ colorScheme });
      await signInAndLeave(page, 'repairs');
      await page.addInitScript(() => {
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
            document.documentElement.dataset['shift'] = String(
              Number(document.documentElement.dataset['shift'] ?? 0) + entry.value,
            );
        }).observe({ type: 'layout-shift', buffered: true });
      });
      const release = await holdApplication(page);
      await page.goto(`${uk.home}/repairs/submitted`, { waitUntil: 'commit' });
      const selectors = ['.top-bar', '.logo', '.drawer'];
      const measure = () =>
        Promise.all(
          selectors.map(async (selector) => ({
            box: await page.locator(selector).boundingBox(),
            background: await page.locator(selector).evaluate((element) => getComputedStyle(element).backgroundColor),
          })),
        );
      await expect(page.locator('.skeleton-card')).toBeVisible();
      const titleBox = await page.locator('.skeleton-title').boundingBox();
      const partsBefore = await measure();
      // The application adds the heading of the page.
      expect((await findAxeViolations(page)).filter((finding) => !finding.startsWith('page-has-heading-one'))).toEqual(
        [],
      );
      await release();
      await expect(rows(page).nth(1)).toBeVisible();
      expect(await measure()).toEqual(partsBefore);
      const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
      expect(heading?.x).toBe(titleBox?.x);
      expect(Math.abs((heading?.y ?? 0) - (titleBox?.y ?? 0))).toBeLessThanOrEqual(4);
      expect(Number(await page.locator('html').getAttribute('data-shift'))).toBeLessThanOrEqual(0.02);
    });
  }
});
