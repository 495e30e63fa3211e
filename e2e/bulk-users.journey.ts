import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { chooseFile, download, fillPlaceholders } from './interactions.ts';
import { expect, expectAccessible, germany, signIn, signOut, test } from './portal.ts';
import { signInFirstTime } from './users.ts';

/** Locates a text in `main`, because it is also announced to screen readers. */
const visibleText = (page: Page, text: string) => page.locator('main').getByText(text);

test('users can be imported from a file and disabled in bulk', async ({ page }) => {
  const { region, t, home } = germany;
  const { bulk, file } = t.users;
  const suffix = Date.now();
  const emails = [1, 2, 3].map((number) => `bulk.${suffix}.${number}@${region}.example`);
  const [firstEmail = '', secondEmail = '', thirdEmail = ''] = emails;
  await signIn(page, germany, 'admin');
  await page.goto(`${home}/admin/register-users-bulk`);
  const lines = [
    'email,storeId,storeName,registerRepairs,registerReturns,admin',
    ...emails.map((email) => `${email},B-${suffix % 1000},Bulk,true,false,false`),
    'not-an-address,B-1,Bulk,true,false,false',
    `${firstEmail.toUpperCase()},B-1,Bulk,true,false,perhaps`,
  ];
  await chooseFile(page, 'users.csv', lines.join('\r\n'));
  await expect(page.getByRole('heading', { name: t.file.reportOf.replace('{name}', 'users.csv') })).toBeFocused();
  // All rows, new users, updates, unchanged users, and rejected rows.
  await expect(page.locator('.file-numbers dd')).toHaveText(['5', '3', '0', '0', '2']);
  await expect(page.getByText(file.reasons.emailMalformed)).toBeVisible();
  await expect(page.getByText(file.reasons.notBoolean)).toBeVisible();
  await expectAccessible(page);
  const rejectedFile = await download(page, t.file.downloadRefused, t.export.csv);
  const rejectedRows = await readFile(await rejectedFile.path(), 'utf8');
  expect(rejectedRows).toContain('not-an-address');
  expect(rejectedRows).toContain(file.reasons.emailMalformed);

  await page.getByRole('button', { name: file.invite_other.replace('{number}', '3') }).click();
  await expect(
    visibleText(page, fillPlaceholders(bulk.summary.import_other, { done: '3', total: '3', errors: '0' })),
  ).toBeVisible({
    timeout: 60_000,
  });
  await expectAccessible(page);

  // The summary remains after a reload.
  await page.reload();
  await expect(
    page.getByRole('heading', { name: fillPlaceholders(bulk.job.heading.done, { job: bulk.jobs.import }) }),
  ).toBeVisible();

  await page.goto(`${home}/admin/manage-users`);
  await page.getByRole('searchbox').fill(`bulk.${suffix}`);
  // Selecting must wait for the search results, because loading them clears the selection.
  await expect(page.locator('main').getByRole('row')).toHaveCount(emails.length + 1);
  for (const email of [firstEmail, secondEmail]) {
    const checkbox = page.getByRole('row').filter({ hasText: email }).getByRole('checkbox');
    await checkbox.press('Space');
    await expect(checkbox).toBeChecked();
  }
  await page.getByRole('button', { name: bulk.actions.button }).click();
  await page.getByRole('menuitem', { name: bulk.actions.disable.item, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: bulk.actions.disable.title });
  await expect(dialog).toContainText(bulk.effects.disable.will_other.replace('{count}', '2'));
  await expectAccessible(page);
  await dialog.getByRole('button', { name: bulk.actions.disable.confirm }).click();
  await expect(
    visibleText(page, fillPlaceholders(bulk.summary.disable_other, { done: '2', total: '2', errors: '0' })),
  ).toBeVisible({
    timeout: 60_000,
  });

  await signOut(page, germany);
  await signInFirstTime(page, germany, thirdEmail);
  await expect(page.getByRole('main')).toContainText(thirdEmail);
});
