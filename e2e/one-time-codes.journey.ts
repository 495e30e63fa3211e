import { computeCode, toTimeStep } from '#scripts/local-cloud/cognito/totp.ts';
import { inviteUser } from './inbox.ts';
import { fillPlaceholders } from './interactions.ts';
import { expect, expectAccessible, germany, sendPassword, signIn, signOut, test } from './portal.ts';
import { chosenPassword, confirmOperation, signInFirstTime, openOtherBrowser, openUser } from './users.ts';

/**
 * Returns the authenticator code `steps` half minutes from now. Each code is accepted once, up to one step early or
 * late.
 */
const createCode = (secret: string, steps: number) => computeCode(secret, toTimeStep(new Date()) + steps);

test('one-time codes can be set up, used, and reset by an admin', async ({ page, browser }) => {
  // The test is slow, because it signs in eight times in four browsers.
  test.slow();
  const { region, home, t } = germany;
  const email = `codes.${Date.now()}@${region}.example`;
  inviteUser(region, email);
  const userPage = await openOtherBrowser(browser);
  await signInFirstTime(userPage, germany, email);
  await userPage.goto(`${home}/auth/change-password`);
  const panel = userPage.getByRole('region', { name: t.account.codes.title });
  await expect(panel.getByText(t.account.codes.off, { exact: true })).toBeVisible();

  // Setting up codes requires the password, in case the till is unattended.
  const passwordField = panel.getByLabel(t.account.codes.password, { exact: true });
  await passwordField.fill('Wrong-Password-0!');
  await passwordField.press('Enter');
  await expect(panel.locator('[data-field=password]')).toContainText(t.changePassword.wrongOldPassword);
  await passwordField.fill(chosenPassword);
  await passwordField.press('Enter');

  await expect(panel.getByRole('img', { name: t.account.codes.picture })).toBeVisible();
  const setupCodeField = panel.getByLabel(t.account.codes.code, { exact: true });
  await expect(setupCodeField).toBeFocused();
  await expectAccessible(userPage);
  const secret = ((await panel.locator('code').textContent()) ?? '').replaceAll(' ', '');
  // A code from ten minutes ago.
  await setupCodeField.fill(createCode(secret, -20));
  await setupCodeField.press('Enter');
  await expect(panel.locator('[data-field=code]')).toContainText(t.login.code.wrong);
  await setupCodeField.fill(createCode(secret, 0));
  await setupCodeField.press('Enter');
  await expect(userPage.getByText(t.account.codes.switchedOn)).toBeVisible();
  await expect(panel.getByText(t.account.codes.on, { exact: true })).toBeVisible();

  await signOut(userPage, germany);
  await userPage.getByLabel(t.login.email, { exact: true }).fill(email);
  await sendPassword(userPage, t, chosenPassword);
  const codeField = userPage.getByLabel(t.login.code.label, { exact: true });
  await expect(codeField).toBeFocused();
  await expect(userPage.getByText(t.login.code.text)).toBeVisible();
  await expectAccessible(userPage);
  // Pages stay closed before the code is entered.
  const secondPage = await userPage.context().newPage();
  await secondPage.goto(`${home}/repairs/submitted`);
  await expect(secondPage).toHaveURL(new RegExp(`${home}/auth/login`));
  await secondPage.close();
  await userPage.keyboard.type(createCode(secret, -20));
  await userPage.keyboard.press('Enter');
  await expect(userPage.locator('[data-field=code]')).toContainText(t.login.code.wrong);
  await codeField.fill('');
  await userPage.keyboard.type(createCode(secret, 1));
  await userPage.keyboard.press('Enter');
  await expect(userPage).toHaveURL(home);

  // An admin resets the codes of a user who has lost the authenticator app.
  await signIn(page, germany, 'admin');
  await openUser(page, germany, email);
  await confirmOperation(page, t.users.operations.resetSecondFactor, t.users.confirm.resetSecondFactor.confirm);
  await expect(
    page.getByText(fillPlaceholders(t.users.done.secondFactorReset, { email }), { exact: true }),
  ).toBeVisible();
  await expect(page.getByRole('list', { name: t.users.user.history })).toContainText(
    t.users.audit.actions.secondFactorOff,
  );
  const freshPage = await openOtherBrowser(browser);
  await freshPage.goto(`${home}/auth/login`);
  await freshPage.getByLabel(t.login.email, { exact: true }).fill(email);
  await sendPassword(freshPage, t, chosenPassword);
  await expect(freshPage).toHaveURL(home);
});
