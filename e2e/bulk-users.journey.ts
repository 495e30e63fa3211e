import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { download } from './hands.ts';
import { expect, expectAccessible, expectFitsPhone, openAccountMenu, places, signIn, test } from './portal.ts';
import type { JourneyPlace } from './portal.ts';
import { firstSignIn } from './users.ts';

// The second of two would be told that the first still runs: one job of a region at a time.
test.describe.configure({ mode: 'serial' });

const openBulk = async (page: Page, place: JourneyPlace) => {
  await signIn(page, place, 'admin');
  await page.goto(`${place.home}/admin/register-users-bulk`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(place.t.users.bulk.title);
};

const openUsers = async (page: Page, place: JourneyPlace) => {
  await signIn(page, place, 'admin');
  await page.goto(`${place.home}/admin/manage-users`);
  await expect(page.getByRole('button', { name: place.t.users.bulk.resend.button })).toBeVisible();
};

const choose = (page: Page, name: string, lines: readonly string[]) =>
  page.locator('input[type=file]').setInputFiles({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(['email,storeId,storeName,registerRepairs,registerReturns,admin', ...lines].join('\r\n')),
  });

const numbers = (page: Page) => page.locator('.file-numbers').last().locator('dd').allTextContents();

const saved = async (page: Page, menu: string, format: string) =>
  readFile(await (await download(page, menu, format)).path(), 'utf8');

/** Starts what a file would do; again where the panel of an earlier job came just then and moved the button from under the pointer. */
const start = async (button: Locator) =>
  expect(async () => {
    await button.click({ timeout: 5000 });
    await expect(button).toBeHidden({ timeout: 5000 });
  }).toPass({ timeout: 30_000 });

/** A sentence where it is seen: it is also said to screen readers. */
const seen = (page: Page, text: string) => page.locator('main').getByText(text);

const headingOf = (page: Page, pattern: string, job: string) =>
  page.getByRole('heading', { name: pattern.replace('{job}', job) });

const summaryWords = (text: string, values: Readonly<Record<string, number>>) =>
  Object.entries(values)
    .reduce((words, [name, value]) => words.replace(`{${name}}`, String(value)), text)
    // In French nought is one.
    .replace('0 erreurs', '0 erreur');

for (const place of places) {
  const { region, t, home } = place;
  const { bulk, file } = t.users;

  test(`${region}: a file is looked at, its good rows are invited, and one of them signs in`, async ({ page }) => {
    test.setTimeout(120_000);
    const mark = Date.now();
    const addresses = [1, 2, 3].map((number) => `bulk.${mark}.${number}@${region}.example`);
    const [first = '', second = ''] = addresses;
    await openBulk(page, place);
    await expectAccessible(page);
    await choose(page, 'users.csv', [
      ...addresses.map((email) => `${email},B-${mark % 1000},Bulk,true,false,false`),
      `not-an-address,B-1,Bulk,true,false,false`,
      `${first.toUpperCase()},B-1,Bulk,true,false,perhaps`,
    ]);
    await expect(page.getByRole('heading', { name: t.file.reportOf.replace('{name}', 'users.csv') })).toBeFocused();
    expect(await numbers(page)).toEqual(['5', '3', '0', '0', '2']);
    await expect(page.getByText(file.reasons.emailMalformed)).toBeVisible();
    await expect(page.getByText(file.reasons.notBoolean)).toBeVisible();
    await expectAccessible(page);
    await expectFitsPhone(page);
    const wrong = await saved(page, t.file.downloadRefused, t.export.csv);
    expect(wrong).toContain('not-an-address');
    expect(wrong).toContain(file.reasons.emailMalformed);

    await start(page.getByRole('button', { name: file.invite_other.replace('{number}', '3') }));
    await expect(seen(page, summaryWords(bulk.summary.import_other, { done: 3, total: 3, errors: 0 }))).toBeVisible({
      timeout: 60_000,
    });
    await expectAccessible(page);

    // Whoever leaves and comes back still finds the summary.
    await page.goto(home);
    await page.goto(`${home}/admin/register-users-bulk`);
    await expect(headingOf(page, bulk.job.heading.done, bulk.jobs.import)).toBeVisible();

    await openAccountMenu(page, t);
    await page.getByRole('button', { name: t.shell.signOut }).click();
    await expect(page).toHaveURL(`${home}/auth/login`);
    // The invited person's own browser: from this page the link would only be another fragment.
    await page.goto('about:blank');
    await firstSignIn(page, place, second);
    await expect(page.getByRole('main')).toContainText(second);
  });

  test(`${region}: users who came between the look and the start fail, and their rows can be downloaded`, async ({
    page,
    context,
  }) => {
    test.setTimeout(120_000);
    const email = `twice.${Date.now()}@${region}.example`;
    const lines = [`${email},B-2,Bulk,true,false,false`];
    await openBulk(page, place);
    await choose(page, 'twice.csv', lines);
    const invite = page.getByRole('button', { name: file.invite_one.replace('{number}', '1') });
    await expect(invite).toBeVisible();
    const other = await context.newPage();
    await other.goto(`${home}/admin/register-users-bulk`);
    await choose(other, 'twice.csv', lines);
    await start(other.getByRole('button', { name: file.invite_one.replace('{number}', '1') }));
    // Not only any import that has ended: an earlier one is shown, too.
    await expect(seen(other, summaryWords(bulk.summary.import_one, { done: 1, total: 1, errors: 0 }))).toBeVisible({
      timeout: 60_000,
    });
    await other.close();

    await start(invite);
    await expect(seen(page, summaryWords(bulk.summary.import_one, { done: 0, total: 1, errors: 1 }))).toBeVisible({
      timeout: 60_000,
    });
    await expect(seen(page, t.errors.UsernameExistsException)).toBeVisible();
    await expectAccessible(page);
    expect(await saved(page, bulk.failed.download, t.export.csv)).toContain(email);
  });

  test(`${region}: two selected users are disabled at once`, async ({ page }) => {
    test.setTimeout(120_000);
    const mark = Date.now();
    const addresses = [1, 2].map((number) => `off.${mark}.${number}@${region}.example`);
    await openBulk(page, place);
    await choose(
      page,
      'off.csv',
      addresses.map((email) => `${email},B-3,Bulk,true,false,false`),
    );
    await start(page.getByRole('button', { name: file.invite_other.replace('{number}', '2') }));
    await expect(seen(page, summaryWords(bulk.summary.import_other, { done: 2, total: 2, errors: 0 }))).toBeVisible({
      timeout: 60_000,
    });

    await page.goto(`${home}/admin/manage-users`);
    await page.getByRole('searchbox').fill(`off.${mark}`);
    // Rows that are asked for anew are chosen anew.
    await expect(page.locator('main').getByRole('row')).toHaveCount(addresses.length + 1);
    for (const email of addresses) {
      const box = page.getByRole('row').filter({ hasText: email }).getByRole('checkbox');
      await box.press('Space');
      await expect(box).toBeChecked();
    }
    await page.getByRole('button', { name: bulk.actions.button }).click();
    await page.getByRole('menuitem', { name: bulk.actions.disable.item, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: bulk.actions.disable.title });
    await expect(dialog).toContainText(bulk.effects.disable.will_other.replace('{count}', '2'));
    await expectAccessible(page);
    await dialog.getByRole('button', { name: bulk.actions.disable.confirm }).click();
    await expect(seen(page, summaryWords(bulk.summary.disable_other, { done: 2, total: 2, errors: 0 }))).toBeVisible({
      timeout: 60_000,
    });
  });

  test(`${region}: expired invitations are sent again, and then none has expired`, async ({ page }) => {
    test.setTimeout(120_000);
    await openUsers(page, place);
    const resend = async () => {
      await page.getByRole('button', { name: bulk.resend.button }).click();
      await expect(page.getByRole('dialog')).toContainText(bulk.resend.duration);
      await expectAccessible(page);
      await page.getByRole('dialog').getByRole('button', { name: bulk.resend.confirm, exact: true }).click();
    };
    // The demo's expired invitation of the region is the only one.
    await resend();
    await expect(seen(page, summaryWords(bulk.summary.resend_other, { done: 1, total: 1, errors: 0 }))).toBeVisible({
      timeout: 60_000,
    });
    await resend();
    await expect(page.getByRole('dialog')).toContainText(bulk.resend.none);
    await expectAccessible(page);
  });
}
