import { codeOfStep, stepAt } from '#scripts/local-cloud/cognito/totp.ts';
import { filled } from './hands.ts';
import { invite } from './inbox.ts';
import { expect, expectAccessible, germany, sendPassword, signIn, signOut, test } from './portal.ts';
import { chosenPassword, confirmed, firstSignIn, inOtherBrowser, openUser } from './users.ts';

/** What an authenticator app shows so many half minutes from now. One that fits counts once; a half minute early or late, it fits. */
const codeIn = (secret: string, steps: number) => codeOfStep(secret, stepAt(new Date()) + steps);

test('one-time codes are set up, asked for with the keyboard alone, and switched off by an admin when the app is lost', async ({
  page,
  browser,
}) => {
  const { region, home, t } = germany;
  const email = `codes.${Date.now()}@${region}.example`;
  invite(region, email);
  const theirs = await inOtherBrowser(browser);
  await firstSignIn(theirs, germany, email);
  await theirs.goto(`${home}/auth/change-password`);
  const panel = theirs.getByRole('region', { name: t.account.codes.title });
  await expect(panel.getByText(t.account.codes.off, { exact: true })).toBeVisible();

  // Whoever finds the till unattended doesn't know the password.
  const password = panel.getByLabel(t.account.codes.password, { exact: true });
  await password.fill('Wrong-Password-0!');
  await password.press('Enter');
  await expect(panel.locator('[data-field=password]')).toContainText(t.changePassword.wrongOldPassword);
  await password.fill(chosenPassword);
  await password.press('Enter');

  await expect(panel.getByRole('img', { name: t.account.codes.picture })).toBeVisible();
  const code = panel.getByLabel(t.account.codes.code, { exact: true });
  await expect(code).toBeFocused();
  await expectAccessible(theirs);
  const secret = ((await panel.locator('code').textContent()) ?? '').replaceAll(' ', '');
  // One of ten minutes ago: the person reads it too late.
  await code.fill(codeIn(secret, -20));
  await code.press('Enter');
  await expect(panel.locator('[data-field=code]')).toContainText(t.login.code.wrong);
  await code.fill(codeIn(secret, 0));
  await code.press('Enter');
  await expect(theirs.getByText(t.account.codes.switchedOn)).toBeVisible();
  await expect(panel.getByText(t.account.codes.on, { exact: true })).toBeVisible();

  await signOut(theirs, germany);
  await theirs.getByLabel(t.login.email, { exact: true }).fill(email);
  await sendPassword(theirs, t, chosenPassword);
  const asked = theirs.getByLabel(t.login.code.label, { exact: true });
  await expect(asked).toBeFocused();
  await expect(theirs.getByText(t.login.code.text)).toBeVisible();
  await expectAccessible(theirs);
  // Nothing is open before the code.
  const beside = await theirs.context().newPage();
  await beside.goto(`${home}/repairs/submitted`);
  await expect(beside).toHaveURL(new RegExp(`${home}/auth/login`));
  await beside.close();
  await theirs.keyboard.type(codeIn(secret, -20));
  await theirs.keyboard.press('Enter');
  await expect(theirs.locator('[data-field=code]')).toContainText(t.login.code.wrong);
  await asked.fill('');
  await theirs.keyboard.type(codeIn(secret, 1));
  await theirs.keyboard.press('Enter');
  await expect(theirs).toHaveURL(home);

  // The app is lost: an admin helps.
  await signIn(page, germany, 'admin');
  await openUser(page, germany, email);
  await confirmed(page, t.users.operations.resetSecondFactor, t.users.confirm.resetSecondFactor.confirm);
  await expect(page.getByText(filled(t.users.done.secondFactorReset, { email }), { exact: true })).toBeVisible();
  await expect(page.getByRole('list', { name: t.users.user.history })).toContainText(
    t.users.audit.actions.secondFactorOff,
  );
  const anew = await inOtherBrowser(browser);
  await anew.goto(`${home}/auth/login`);
  await anew.getByLabel(t.login.email, { exact: true }).fill(email);
  await sendPassword(anew, t, chosenPassword);
  await expect(anew).toHaveURL(home);
});
