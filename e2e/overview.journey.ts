import { readFile } from 'node:fs/promises';
import { prefixes } from '#shared/config/regions.ts';
import { overviewTexts } from '#shared/locales/overview-texts.ts';
import type { JourneyPlace } from './portal.ts';
import { expect, expectAccessible, expectNoOverflow, places, signIn, test, uk } from './portal.ts';

const toTexts = ({ prefix }: JourneyPlace) => overviewTexts[prefixes[prefix].language];

/** Returns a pattern that matches a text with any values for its `{name}` placeholders. */
const toPattern = (text: string) =>
  new RegExp(
    text
      .split(/\{\w+\}/)
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
      .join('.+'),
  );

for (const place of places)
  test(`an admin sees the figures of the region as charts and tables (${place.prefix})`, async ({ page }) => {
    const { t, home } = place;
    const labels = toTexts(place);
    await signIn(page, place, 'admin');
    await page.getByRole('link', { name: t.shell.nav.overview }).click();
    await expect(page).toHaveURL(`${home}/overview`);
    const main = page.locator('main');
    await expect(main).toContainText(toPattern(labels.stores_other));
    await expect(main).toContainText(toPattern(labels.open.someLate));
    await expect(main).toContainText(toPattern(labels.products.finding));
    await expect(page.getByRole('application', { name: labels.weeks.repairs })).toBeVisible();

    const toButtonName = (text: string) =>
      labels.labelled.replace('{action}', text).replace('{title}', labels.open.title);
    await page.getByRole('button', { name: toButtonName(labels.table.show) }).focus();
    await page.keyboard.press('Enter');
    const table = page.getByRole('table', { name: labels.open.title });
    await expect(table.getByRole('rowheader', { name: t.repairs.states.received })).toBeVisible();
    await expect(page.getByRole('button', { name: toButtonName(labels.table.hide) })).toBeFocused();

    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoOverflow(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
  });

test('the URL of the overview contains period and store, and Back returns to the region', async ({ page }) => {
  const labels = toTexts(uk);
  await signIn(page, uk, 'admin');
  await page.goto(`${uk.home}/overview`);
  await page
    .getByRole('table', { name: labels.byStore.title })
    .getByRole('link', { name: 'London Oxford Street' })
    .click();
  await expect(page).toHaveURL(`${uk.home}/overview?storeId=UK-1001`);
  await expect(page.locator('.page-description')).toHaveText('London Oxford Street · UK-1001');
  await page.getByRole('button', { name: toPattern(`${labels.period.label}: {period}`) }).click();
  await page.getByRole('option', { name: labels.period.last3Months }).click();
  await expect(page).toHaveURL(`${uk.home}/overview?period=last3Months&storeId=UK-1001`);
  await page.reload();
  await expect(page.locator('main')).toContainText(labels.period.last3Months);
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole('table', { name: labels.byStore.title })).toBeVisible();
});

test("staff see their own store, even with another store's id in the URL", async ({ page }) => {
  const labels = toTexts(uk);
  await signIn(page, uk, 'both');
  await page.goto(`${uk.home}/overview?storeId=UK-1001`);
  await expect(page.locator('.page-description')).toHaveText('Dublin Grafton Street');
  await expect(page.getByRole('heading', { name: labels.weeks.returns })).toBeVisible();
  await expect(page.getByRole('table', { name: labels.byStore.title })).toBeHidden();
});

test('the figures of the stores can be exported, and all figures printed as tables', async ({ page }) => {
  const labels = toTexts(uk);
  await page.addInitScript(() => {
    window.print = () =>
      document.documentElement.setAttribute('data-printed', document.querySelector('.print-sheet')?.textContent ?? '');
  });
  await signIn(page, uk, 'admin');
  await page.goto(`${uk.home}/overview`);
  const stores = page.getByRole('region', { name: labels.byStore.title });
  await stores.getByRole('button', { name: uk.t.export.button }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: uk.t.export.csv }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^stores-nuk-.*\.csv$/);
  expect(await readFile(await file.path(), 'utf8')).toContain('Dublin Grafton Street');

  await page.getByRole('button', { name: labels.print }).click();
  await expect(page.locator('html')).toHaveAttribute('data-printed', toPattern(labels.byStore.finding));
});
