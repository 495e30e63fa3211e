import { readFile } from 'node:fs/promises';
import { prefixes } from '#shared/config/regions.ts';
import { overviewTexts } from '#shared/locales/overview-texts.ts';
import type { JourneyPlace } from './portal.ts';
import { expect, expectAccessible, expectNoOverflow, places, signIn, test, uk } from './portal.ts';

const toTexts = ({ prefix }: JourneyPlace) => overviewTexts[prefixes[prefix].language];

/** Returns a pattern that matches a text with any values. */
const toPattern = (text: string) =>
  new RegExp(
    text
      .split(/\{\w+\}/)
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
      .join('.+'),
  );

for (const place of places)
  test(`an admin sees the region in pictures and as tables (${place.prefix})`, async ({ page }) => {
    const { t, home } = place;
    const o = toTexts(place);
    await signIn(page, place, 'admin');
    await page.getByRole('link', { name: t.shell.nav.overview }).click();
    await expect(page).toHaveURL(`${home}/overview`);
    const main = page.locator('main');
    await expect(main).toContainText(toPattern(o.stores_other));
    await expect(main).toContainText(toPattern(o.open.someLate));
    await expect(main).toContainText(toPattern(o.products.finding));
    await expect(page.getByRole('application', { name: o.weeks.repairs })).toBeVisible();

    const action = (text: string) => o.labelled.replace('{action}', text).replace('{title}', o.open.title);
    await page.getByRole('button', { name: action(o.table.show) }).focus();
    await page.keyboard.press('Enter');
    const table = page.getByRole('table', { name: o.open.title });
    await expect(table.getByRole('rowheader', { name: t.repairs.states.received })).toBeVisible();
    await expect(page.getByRole('button', { name: action(o.table.hide) })).toBeFocused();

    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoOverflow(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
  });

test('period and store are in the address, and a store leads back to the region', async ({ page }) => {
  const o = toTexts(uk);
  await signIn(page, uk, 'admin');
  await page.goto(`${uk.home}/overview`);
  await page.getByRole('table', { name: o.byStore.title }).getByRole('link', { name: 'London Oxford Street' }).click();
  await expect(page).toHaveURL(`${uk.home}/overview?storeId=UK-1001`);
  await expect(page.locator('.page-description')).toHaveText('London Oxford Street · UK-1001');
  await page.getByRole('button', { name: toPattern(`${o.period.label}: {period}`) }).click();
  await page.getByRole('option', { name: o.period.last3Months }).click();
  await expect(page).toHaveURL(`${uk.home}/overview?period=last3Months&storeId=UK-1001`);
  await page.reload();
  await expect(page.locator('main')).toContainText(o.period.last3Months);
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole('table', { name: o.byStore.title })).toBeVisible();
});

test('staff see their own store, whatever the address says', async ({ page }) => {
  const o = toTexts(uk);
  await signIn(page, uk, 'both');
  await page.goto(`${uk.home}/overview?storeId=UK-1001`);
  await expect(page.locator('.page-description')).toHaveText('Dublin Grafton Street');
  await expect(page.getByRole('heading', { name: o.weeks.returns })).toBeVisible();
  await expect(page.getByRole('table', { name: o.byStore.title })).toBeHidden();
});

test('a figure is exported, and all figures are printed as tables', async ({ page }) => {
  const o = toTexts(uk);
  await page.addInitScript(() => {
    window.print = () =>
      document.documentElement.setAttribute('data-printed', document.querySelector('.print-sheet')?.textContent ?? '');
  });
  await signIn(page, uk, 'admin');
  await page.goto(`${uk.home}/overview`);
  const stores = page.getByRole('region', { name: o.byStore.title });
  await stores.getByRole('button', { name: uk.t.export.button }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: uk.t.export.csv }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^stores-nuk-.*\.csv$/);
  expect(await readFile(await file.path(), 'utf8')).toContain('Dublin Grafton Street');

  await page.getByRole('button', { name: o.print }).click();
  await expect(page.locator('html')).toHaveAttribute('data-printed', toPattern(o.byStore.finding));
});
