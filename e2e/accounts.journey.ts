import { inviteUser, readMail } from './inbox.ts';
import { expect, expectAccessible, fillLogin, sendPassword, signIn, signOut, test, tickCaptcha, uk } from './portal.ts';
import { chosenPassword, fillPasswords, signInFirstTime } from './users.ts';

test('an invited user can set, change and reset the password', async ({ page, context }) => {
  const { region, home, t, emails } = uk;
  const email = `new.${Date.now()}@${region}.example`;
  inviteUser(region, email);
  await signInFirstTime(page, uk, email);
  await expect(page.getByRole('main')).toContainText(email);
  await expect(page.getByText(t.setPassword.done).first()).toBeVisible();

  await page.getByRole('link', { name: t.shell.nav.changePassword }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.account.title);
  const secondPassword = 'Second-Password-2!';
  await page.getByLabel(t.password.old, { exact: true }).fill('Wrong-Password-0!');
  await fillPasswords(page, t, secondPassword);
  await page.getByRole('button', { name: t.changePassword.submit }).click();
  await expect(page.locator('[data-field=oldPassword]')).toContainText(t.changePassword.wrongOldPassword);
  await page.getByLabel(t.password.old, { exact: true }).fill(chosenPassword);
  await page.getByRole('button', { name: t.changePassword.submit }).click();
  await expect(page.getByText(t.changePassword.done, { exact: true })).toBeVisible();

  await signOut(page, uk);
  await page.getByRole('link', { name: t.login.forgotPassword }).click();
  await expect(page).toHaveURL(new RegExp(`${home}/auth/forgot-password/request-code`));
  await page.getByLabel(t.login.email, { exact: true }).fill(email);
  await tickCaptcha(page);
  await page.getByRole('button', { name: t.forgotPassword.request.submit }).click();
  await expect(page.getByText(t.forgotPassword.sent, { exact: true })).toBeVisible();

  const mailPage = await context.newPage();
  const [code = ''] = (await readMail(mailPage, email, emails.code.subject)).match(/\b\d{6}\b/) ?? [];
  await mailPage.close();
  const thirdPassword = 'Third-Password-3!';
  const fillReset = async (resetCode: string) => {
    await page.getByLabel(t.forgotPassword.reset.code, { exact: true }).fill(resetCode);
    await fillPasswords(page, t, thirdPassword);
    await tickCaptcha(page);
    await page.getByRole('button', { name: t.forgotPassword.reset.submit }).click();
  };
  await expect(page.getByLabel(t.login.email, { exact: true })).toHaveValue(email);
  await fillReset(code === '111111' ? '222222' : '111111');
  await expect(page.locator('[data-field=code]')).toContainText(t.errors.CodeMismatchException);
  await fillReset(code);
  await expect(page).toHaveURL(new RegExp(`${home}/auth/login`));
  await expect(page.getByText(t.forgotPassword.done, { exact: true })).toBeVisible();
  await page.getByLabel(t.login.email, { exact: true }).fill(email);
  await sendPassword(page, t, thirdPassword);
  await expect(page).toHaveURL(home);
});

test('an expired invitation link shows that it has expired', async ({ page }) => {
  await page.goto(`${uk.home}/auth/login#email=expired%40nuk.example&expires=2026-01-01T00%3A00%3A00.000Z`);
  await expect(page.getByText(uk.t.login.invitationExpired, { exact: true })).toBeVisible();
  await expectAccessible(page);
});

test('a form survives an expired session and a new sign-in', async ({ page, context }) => {
  await page.clock.install();
  await signIn(page, uk, 'repairs');
  await page.goto(`${uk.home}/repairs/book`);
  await page.getByLabel(uk.t.repairs.fields.storeRefNo).fill('typed before the end');
  // The navigation to the URL of the draft renews the session; a response that came later would close the warning.
  await expect(page).toHaveURL(/draft=/);
  await page.waitForLoadState('networkidle');
  await page.clock.fastForward('55:30');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(uk.t.session.idle.title);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: uk.t.session.idle.stay }).click();
  await expect(dialog).toBeHidden();

  await page.clock.fastForward('55:30');
  await expect(dialog).toBeVisible();
  await context.clearCookies();
  await page.clock.fastForward('10:00');
  const notice = page.getByRole('complementary').getByText(uk.t.session.over);
  await expect(notice).toBeVisible();
  await expect(page.getByLabel(uk.t.repairs.fields.storeRefNo)).toHaveValue('typed before the end');
  await expectAccessible(page);
  // The notice must not cover the form's buttons.
  const isUncovered = await page.getByRole('button', { name: uk.t.repairs.book.submit }).evaluate((button) => {
    button.scrollIntoView({ block: 'nearest' });
    const { left, bottom } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(left + 20, bottom - 2));
  });
  expect(isUncovered).toBe(true);

  const newPage = context.waitForEvent('page');
  await page.getByRole('link', { name: uk.t.session.signIn }).click();
  const signInPage = await newPage;
  await fillLogin(signInPage, uk, 'repairs');
  await expect(signInPage).toHaveURL(uk.home);
  await expect(notice).toBeHidden();
  await expect(page.getByLabel(uk.t.repairs.fields.storeRefNo)).toHaveValue('typed before the end');
});
