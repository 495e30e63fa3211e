import type { Page } from '@playwright/test';
import { button, filled, heading, tabTo } from './hands.ts';
import { expect, expectAccessible, expectNoOverflow, places, sendPassword, signIn, test } from './portal.ts';
import type { JourneyPlace } from './portal.ts';
import { chosenPassword as password, confirmed, firstSignIn, inOtherBrowser, openUser } from './users.ts';

const [uk] = places as [JourneyPlace, ...JourneyPlace[]];

const newEmail = (place: JourneyPlace, name: string) => `${name}.${Date.now()}@${place.region}.example`;

/** Fills in the register form, as an admin does with the mouse. */
const register = async (page: Page, { home, t }: JourneyPlace, email: string, groups: readonly string[]) => {
  await page.goto(`${home}/admin/register`);
  await page.getByLabel(t.users.fields.email, { exact: true }).fill(email);
  await page.getByLabel(t.users.fields.storeName, { exact: true }).fill('A new store');
  await page.getByLabel(t.users.fields.storeId, { exact: true }).fill(`J-${Date.now()}`);
  for (const group of groups) await page.getByRole('checkbox', { name: group }).check();
  await button(page, t.users.register.submit).click();
  await expect(heading(page)).toHaveText(t.users.confirmed.title);
};

for (const place of places) {
  const { region, home, t } = place;

  test(`${region}: invited, signed in, given a role, disabled at work, enabled, deleted`, async ({ page, browser }) => {
    test.setTimeout(240_000);
    const email = newEmail(place, 'kim');
    await signIn(page, place, 'admin');
    await register(page, place, email, []);
    await expect(page.getByText(email).first()).toBeVisible();
    await expectAccessible(page);

    const theirs = await inOtherBrowser(browser);
    await firstSignIn(theirs, place, email);
    await expect(theirs.getByRole('link', { name: t.shell.nav.bookRepair })).toHaveCount(0);

    await openUser(page, place, email);
    await expectAccessible(page);
    const group = t.users.roles['register-repairs'];
    await page.getByRole('list', { name: t.users.fields.roles }).getByText(group, { exact: true }).click();
    await expect(page.getByText(filled(t.users.done.addedToGroup, { email, group }), { exact: true })).toBeVisible();
    await theirs.goto(`${home}/repairs/submitted`);
    await expect(heading(theirs)).toHaveText(t.repairs.list.title);

    await confirmed(page, t.users.operations.disable, t.users.confirm.disable.confirm);
    await expect(page.getByText(filled(t.users.done.disabled, { email }), { exact: true })).toBeVisible();
    await expect(page.getByText(t.users.signIn.obstacles.disabled)).toBeVisible();
    // Their very next action finds them signed out.
    await theirs.reload();
    await expect(theirs).toHaveURL(new RegExp(`${home}/auth/login`));
    await theirs.getByLabel(t.login.email, { exact: true }).fill(email);
    await sendPassword(theirs, t, password);
    await expect(theirs.getByText(t.errors.NotAuthorizedException).first()).toBeVisible();

    await button(page, t.users.operations.enable).first().click();
    await expect(page.getByText(filled(t.users.done.enabled, { email }), { exact: true })).toBeVisible();
    await expect(page.getByText(t.users.signIn.obstructed)).toBeHidden();
    await sendPassword(theirs, t, password);
    await expect(theirs).toHaveURL(new RegExp(home));

    const history = page.getByRole('list', { name: t.users.user.history });
    await expect(history).toContainText(t.users.audit.actions.disabled);
    await expect(history).toContainText(`admin@${region}.example`);

    await confirmed(page, t.users.operations.delete, t.users.confirm.delete.confirm);
    await expect(heading(page)).toHaveText(t.users.title);
    await expect(page.getByText(filled(t.users.done.deleted, { email }), { exact: true })).toBeVisible();
    // The page may be on its way there by itself.
    await theirs.goto(`${home}/repairs/submitted`).catch(() => undefined);
    await expect(theirs).toHaveURL(new RegExp(`${home}/auth/login`));
  });

  test(`${region}: on a phone nothing sticks out`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await signIn(page, place, 'admin');
    for (const [path, title] of [
      ['manage-users', t.users.title],
      ['manage-users?view=audit', t.users.title],
      ['register', t.users.register.title],
    ] as const) {
      await page.goto(`${home}/admin/${path}`);
      await expect(heading(page)).toHaveText(title);
      await expectNoOverflow(page);
      await expectAccessible(page);
    }
    await openUser(page, place, `disabled@${region}.example`);
    await expectNoOverflow(page);
    await expectAccessible(page);
  });
}

test('an admin who is demoted by another one at work loses the users with the next action', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  const { t, home } = uk;
  const email = newEmail(uk, 'boss');
  await signIn(page, uk, 'admin');
  await register(page, uk, email, [t.users.roles.admin]);
  const theirs = await inOtherBrowser(browser);
  await firstSignIn(theirs, uk, email);
  await theirs.goto(`${home}/admin/manage-users`);
  await expect(theirs.getByRole('rowheader').first()).toBeVisible();

  await openUser(page, uk, email);
  const group = t.users.roles.admin;
  await page.getByRole('list', { name: t.users.fields.roles }).getByText(group, { exact: true }).click();
  await expect(page.getByText(filled(t.users.done.removedFromGroup, { email, group }), { exact: true })).toBeVisible();

  await theirs.getByRole('button', { name: t.list.refresh }).click();
  // What was refused may show for a moment, until the session is known anew.
  await expect(theirs.getByRole('heading', { name: t.home.noRole.title })).toBeVisible();
  await expect(theirs.getByRole('link', { name: t.shell.nav.manageUsers })).toHaveCount(0);
});

test('a user is registered with the keyboard alone, a known store by its id', async ({ page }) => {
  const { t, home } = uk;
  const email = newEmail(uk, 'keys');
  await signIn(page, uk, 'admin');
  await page.goto(`${home}/admin/register`);
  await expect(heading(page)).toHaveText(t.users.register.title);
  await tabTo(page, page.getByLabel(t.users.fields.email, { exact: true }));
  await page.keyboard.type(email);
  await tabTo(page, page.getByLabel(t.users.fields.storeId, { exact: true }));
  await expect(page.getByText('Dublin Grafton Street')).toBeVisible();
  await page.keyboard.type('UK-1002');
  await page.keyboard.press('Escape');
  await expect(page.getByLabel(t.users.fields.storeName, { exact: true })).toHaveValue('Dublin Grafton Street');
  await tabTo(page, page.getByRole('checkbox', { name: t.users.roles['register-repairs'] }));
  await page.keyboard.press('Space');
  await tabTo(page, button(page, t.users.register.submit));
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText(t.users.confirmed.title);
  await expect(heading(page)).toBeFocused();

  // Once more: they are registered already.
  await tabTo(page, page.getByRole('link', { name: t.users.confirmed.repeat }));
  await page.keyboard.press('Enter');
  await page.getByLabel(t.users.fields.email, { exact: true }).fill(email);
  await page.getByLabel(t.users.fields.storeId, { exact: true }).fill('UK-1002');
  await expect(page.getByLabel(t.users.fields.storeName, { exact: true })).toHaveValue('Dublin Grafton Street');
  await button(page, t.users.register.submit).click();
  await expect(page.locator('[data-field=email]')).toContainText(t.errors.UsernameExistsException);
});

test('staff don’t get to the users', async ({ page }) => {
  await signIn(page, uk, 'repairs');
  await expect(page.getByRole('link', { name: uk.t.shell.nav.manageUsers })).toHaveCount(0);
  for (const path of ['manage-users', 'register', 'individual-user-operations', 'registration-confirmed']) {
    await page.goto(`${uk.home}/admin/${path}`);
    await expect(page).toHaveURL(uk.home);
  }
});
