import type { Page } from '@playwright/test';
import { limits } from '#shared/config/limits.ts';
import { expect, signIn, test, uk } from './portal.ts';

/** Removes the files of the version that the page has loaded, as a deployment does. Returns a function that tells whether the page has loaded a new document since. */
const removeOldFiles = async (page: Page) => {
  let isNewDocument = false;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) isNewDocument = true;
  });
  await page.route('**/assets/**', (route) => (isNewDocument ? route.continue() : route.fulfill({ status: 404 })));
  return () => isNewDocument;
};

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

// The page prefetches files in idle callbacks. Without these, the next page's files have not been loaded yet.
test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  }),
);

test('an open tab loads the new version on its next navigation', async ({ page }) => {
  await signIn(page, uk, 'repairs');
  await expect(page.getByRole('heading', { level: 2, name: uk.t.repairs.latest.title })).toBeVisible();
  const hasNewDocument = await removeOldFiles(page);
  await page.getByRole('navigation', { name: uk.t.shell.nav.label }).getByText(uk.t.shell.nav.trackRepair).click();
  await expect(heading(page)).toHaveText(uk.t.track.title);
  await expect(page).toHaveURL(`${uk.home}/repairs/track`);
  expect(hasNewDocument()).toBe(true);
  await page.goBack();
  await expect(page).toHaveURL(uk.home);
  await expect(page.getByRole('heading', { level: 2, name: uk.t.repairs.latest.title })).toBeVisible();
});

test('a page reloads with the new version if the file of a dialog is missing, and keeps the input', async ({
  page,
}) => {
  await signIn(page, uk, 'repairs');
  const dialogFile = '**/assets/find-dialog-*.js';
  await page.route(dialogFile, (route) => route.fulfill({ status: 404 }));
  await page.goto(`${uk.home}/repairs/book`);
  const reference = page.getByLabel(uk.t.repairs.fields.storeRefNo);
  await reference.fill('Before the deployment');
  await expect(page).toHaveURL(/\?draft=/);
  await page.unroute(dialogFile);
  const hasNewDocument = await removeOldFiles(page);
  const findButton = page.getByRole('button', { name: uk.t.find.label.repairs });
  await findButton.click();
  await expect.poll(hasNewDocument).toBe(true);
  await expect(heading(page)).toHaveText(uk.t.repairs.book.title);
  await expect(reference).toHaveValue('Before the deployment');
  await findButton.click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('an open tab detects a new version even if the old files still exist', async ({ page }) => {
  await signIn(page, uk, 'repairs');
  await expect(page.getByRole('heading', { level: 2, name: uk.t.repairs.latest.title })).toBeVisible();
  const navigation = page.getByRole('navigation', { name: uk.t.shell.nav.label });
  await page.route('/index.html', (route) => route.fulfill({ body: '<script src="/assets/start-new.js"></script>' }));
  await page.clock.setSystemTime(Date.now() + (limits.web.versionCheckMinutes + 1) * 60_000);
  const check = page.waitForResponse('/index.html');
  await navigation.getByText(uk.t.shell.nav.trackRepair).click();
  await check;
  await expect(heading(page)).toHaveText(uk.t.track.title);
  await page.evaluate(() => Object.assign(window, { isOldDocument: true }));
  await navigation.getByText(uk.t.shell.nav.submittedRepairs).click();
  await expect(heading(page)).toHaveText(uk.t.repairs.list.title);
  await expect(page).toHaveURL(new RegExp(`${uk.home}/repairs/submitted`));
  expect(await page.evaluate(() => 'isOldDocument' in window)).toBe(false);
});
