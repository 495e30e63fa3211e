import { button, fillPlaceholders, heading, pressAt, tabTo, typeAt } from './interactions.ts';
import { expect, expectAccessible, sendPassword, signIn, test, uk } from './portal.ts';
import { chosenPassword as password, confirmOperation, signInFirstTime, openOtherBrowser, openUser } from './users.ts';

test('a user can be registered, changed, disabled, enabled and deleted', async ({ page, browser }) => {
  const { region, home, t } = uk;
  const email = `kim.${Date.now()}@${region}.example`;
  await signIn(page, uk, 'admin');
  await page.goto(`${home}/admin/register`);
  await expect(heading(page)).toHaveText(t.users.register.title);
  await typeAt(page, page.getByLabel(t.users.fields.email, { exact: true }), email);
  await tabTo(page, page.getByLabel(t.users.fields.storeId, { exact: true }));
  await expect(page.getByText('Dublin Grafton Street')).toBeVisible();
  await page.keyboard.type('UK-1002');
  await page.keyboard.press('Escape');
  await expect(page.getByLabel(t.users.fields.storeName, { exact: true })).toHaveValue('Dublin Grafton Street');
  await pressAt(page, page.getByRole('checkbox', { name: t.users.roles['register-returns'] }), 'Space');
  await pressAt(page, button(page, t.users.register.submit));
  await expect(heading(page)).toHaveText(t.users.confirmed.title);
  await expect(heading(page)).toBeFocused();
  await expect(page.getByText(email).first()).toBeVisible();

  const userPage = await openOtherBrowser(browser);
  await signInFirstTime(userPage, uk, email);
  await expect(userPage.getByRole('link', { name: t.shell.nav.bookRepair })).toHaveCount(0);

  await openUser(page, uk, email);
  await expectAccessible(page);
  const group = t.users.roles['register-repairs'];
  await page.getByRole('list', { name: t.users.fields.roles }).getByText(group, { exact: true }).click();
  await expect(
    page.getByText(fillPlaceholders(t.users.done.addedToGroup, { email, group }), { exact: true }),
  ).toBeVisible();
  await userPage.goto(`${home}/repairs/submitted`);
  await expect(heading(userPage)).toHaveText(t.repairs.list.title);

  await confirmOperation(page, t.users.operations.disable, t.users.confirm.disable.confirm);
  await expect(page.getByText(fillPlaceholders(t.users.done.disabled, { email }), { exact: true })).toBeVisible();
  await expect(page.getByText(t.users.signIn.obstacles.disabled)).toBeVisible();
  // The next request is rejected, because the user has been signed out.
  await userPage.reload();
  await expect(userPage).toHaveURL(new RegExp(`${home}/auth/login`));
  await userPage.getByLabel(t.login.email, { exact: true }).fill(email);
  await sendPassword(userPage, t, password);
  await expect(userPage.getByText(t.errors.NotAuthorizedException).first()).toBeVisible();

  await button(page, t.users.operations.enable).first().click();
  await expect(page.getByText(fillPlaceholders(t.users.done.enabled, { email }), { exact: true })).toBeVisible();
  await expect(page.getByText(t.users.signIn.obstructed)).toBeHidden();
  await sendPassword(userPage, t, password);
  await expect(userPage).toHaveURL(new RegExp(home));

  const history = page.getByRole('list', { name: t.users.user.history });
  await expect(history).toContainText(t.users.audit.actions.disabled);
  await expect(history).toContainText(`admin@${region}.example`);

  await confirmOperation(page, t.users.operations.delete, t.users.confirm.delete.confirm);
  await expect(heading(page)).toHaveText(t.users.title);
  await expect(page.getByText(fillPlaceholders(t.users.done.deleted, { email }), { exact: true })).toBeVisible();
  // This navigation fails if the page is already navigating there by itself.
  await userPage.goto(`${home}/repairs/submitted`).catch(() => undefined);
  await expect(userPage).toHaveURL(new RegExp(`${home}/auth/login`));
});

test('staff are redirected from admin pages to the home page with a reason', async ({ page }) => {
  await signIn(page, uk, 'repairs');
  for (const path of [
    'manage-users',
    'register',
    'register-users-bulk',
    'individual-user-operations',
    'registration-confirmed',
  ]) {
    await page.goto(`${uk.home}/admin/${path}`);
    await expect(page).toHaveURL(uk.home);
    await expect(page.getByText(uk.t.moved.noRole, { exact: true })).toBeVisible();
  }
});
