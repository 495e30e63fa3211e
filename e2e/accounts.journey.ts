import { invitationPassword } from '#scripts/demo/accounts.ts';
import { withEmail } from '#web/session/signing-in.ts';
import { invite, linkOf, mailTo, wordsOf } from './inbox.ts';
import {
  expect,
  expectAccessible,
  expectNoOverflow,
  openAccountMenu,
  places,
  sendPassword,
  signIn,
  test,
  tickCaptcha,
} from './portal.ts';
import type { JourneyPlace } from './portal.ts';

const [uk] = places as [JourneyPlace, ...JourneyPlace[]];

for (const place of places) {
  const { region, home, t, emails } = place;

  test(`${region}: invited, password set, changed, forgotten, reset, signed out`, async ({ page }) => {
    test.setTimeout(120_000);
    const email = `new.${Date.now()}@${region}.example`;
    invite(region, email);
    const invitation = await mailTo(email, emails.invitation.subject);
    const words = wordsOf(invitation);
    const temporary = words.split(emails.invitation.temporaryPassword)[1]?.trim().split(/\s+/)[0] ?? '';

    // The link fills the address in and leaves no trace of it in the address bar.
    await page.goto(linkOf(invitation));
    await expect(page.getByLabel(t.login.email, { exact: true })).toHaveValue(email);
    await expect(page).toHaveURL(`${home}/auth/login`);
    await sendPassword(page, t, temporary);

    await expect(page).toHaveURL(`${home}/auth/set-password`);
    await expectAccessible(page);
    await page.reload();
    await page.getByRole('button', { name: t.setPassword.submit }).click();
    await expect(page.locator('[data-field=newPassword]')).toContainText(t.validation.required);
    await page.getByLabel(t.password.new, { exact: true }).fill('weak');
    await page.getByLabel(t.password.confirm, { exact: true }).fill('other');
    await page.getByRole('button', { name: t.setPassword.submit }).click();
    await expect(page.locator('.form-errors')).toContainText(t.validation.password);
    await expectAccessible(page);
    const first = 'First-Password-1!';
    await page.getByLabel(t.password.new, { exact: true }).fill(first);
    await page.getByRole('button', { name: t.setPassword.submit }).click();
    await expect(page.locator('[data-field=confirmPassword]')).toContainText(t.validation.passwordsMatch);
    await page.getByLabel(t.password.confirm, { exact: true }).fill(first);
    await page.getByRole('button', { name: t.setPassword.submit }).click();
    await expect(page).toHaveURL(home);
    await expect(page.getByRole('main')).toContainText(email);
    await expect(page.getByText(t.setPassword.done).first()).toBeVisible();

    await page.getByRole('link', { name: t.shell.nav.changePassword }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.account.title);
    await expectAccessible(page);
    const second = 'Second-Password-2!';
    await page.getByLabel(t.password.old, { exact: true }).fill('Wrong-Password-0!');
    await page.getByLabel(t.password.new, { exact: true }).fill(second);
    await page.getByLabel(t.password.confirm, { exact: true }).fill(second);
    await page.getByRole('button', { name: t.changePassword.submit }).click();
    await expect(page.locator('[data-field=oldPassword]')).toContainText(t.changePassword.wrongOldPassword);
    await page.getByLabel(t.password.old, { exact: true }).fill(first);
    await page.getByRole('button', { name: t.changePassword.submit }).click();
    await expect(page.getByText(t.changePassword.done)).toBeVisible();

    await openAccountMenu(page, t);
    await page.getByRole('button', { name: t.shell.signOut }).click();
    await expect(page).toHaveURL(`${home}/auth/login`);
    await page.getByRole('link', { name: t.login.forgotPassword }).click();
    await expect(page).toHaveURL(new RegExp(`${home}/auth/forgot-password/request-code`));
    await expectAccessible(page);
    await page.getByLabel(t.login.email, { exact: true }).fill(email);
    await tickCaptcha(page);
    await page.getByRole('button', { name: t.forgotPassword.request.submit }).click();
    await expect(page.getByText(t.forgotPassword.sent)).toBeVisible();
    await expectAccessible(page);

    const mail = await mailTo(email, emails.code.subject);
    const [code = ''] = wordsOf(mail).match(/\b\d{6}\b/) ?? [];
    const third = 'Third-Password-3!';
    const fillReset = async (typed: string) => {
      await page.getByLabel(t.forgotPassword.reset.code, { exact: true }).fill(typed);
      await page.getByLabel(t.password.new, { exact: true }).fill(third);
      await page.getByLabel(t.password.confirm, { exact: true }).fill(third);
      await tickCaptcha(page);
      await page.getByRole('button', { name: t.forgotPassword.reset.submit }).click();
    };
    await expect(page.getByLabel(t.login.email, { exact: true })).toHaveValue(email);
    await fillReset(code === '111111' ? '222222' : '111111');
    await expect(page.locator('[data-field=code]')).toContainText(t.errors.CodeMismatchException);
    await fillReset(code);
    await expect(page).toHaveURL(new RegExp(`${home}/auth/login`));
    await expect(page.getByText(t.forgotPassword.done)).toBeVisible();
    await page.getByLabel(t.login.email, { exact: true }).fill(email);
    await sendPassword(page, t, third);
    await expect(page).toHaveURL(home);
  });
}

test('an expired invitation says so from its own link; the server says nothing', async ({ page, browser }) => {
  await page.goto(`${uk.home}/auth/login#email=expired%40nuk.example&expires=2026-01-01T00%3A00%3A00.000Z`);
  await expect(page.getByText(uk.t.login.invitationExpired)).toBeVisible();
  await expectAccessible(page);

  const another = await (await browser.newContext()).newPage();
  await another.goto(`${uk.home}/auth/login`);
  await another.getByLabel(uk.t.login.email, { exact: true }).fill('expired@nuk.example');
  await sendPassword(another, uk.t, invitationPassword);
  await expect(another.getByText('User or password is invalid').first()).toBeVisible();
  await expect(another.getByText(uk.t.login.invitationExpired)).toHaveCount(0);
});

test('nobody sets a password without the invitation’s sign-in', async ({ page }) => {
  await page.goto(`${uk.home}/auth/set-password`);
  await expect(page.getByText(uk.t.setPassword.signInFirst)).toBeVisible();
  await expect(page.getByLabel(uk.t.password.new, { exact: true })).toHaveCount(0);
  // As if it had been so long ago that the server knows of it no more.
  await page.goto(withEmail(`${uk.home}/auth/set-password`, 'expired@nuk.example'));
  await page.reload();
  await page.getByLabel(uk.t.password.new, { exact: true }).fill('First-Password-1!');
  await page.getByLabel(uk.t.password.confirm, { exact: true }).fill('First-Password-1!');
  await page.getByRole('button', { name: uk.t.setPassword.submit }).click();
  await expect(page).toHaveURL(new RegExp(`${uk.home}/auth/login`));
  await expect(page.getByText(uk.t.setPassword.expired)).toBeVisible();
});

test('the password pages fit a phone, in every language', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const { home, t } of places) {
    for (const [path, title] of [
      ['set-password', t.setPassword.title],
      ['forgot-password/request-code', t.forgotPassword.request.title],
      ['forgot-password/reset-password', t.forgotPassword.reset.title],
    ] as const) {
      await page.goto(`${home}/auth/${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(page).toHaveTitle(new RegExp(title));
      // Where there is a captcha, its box has come.
      if (path !== 'set-password') await expect(page.frameLocator('iframe').getByRole('checkbox')).toBeVisible();
      await expectNoOverflow(page);
      await expectAccessible(page);
    }
  }
});

test('what is typed outlives the session: one signs in beside it and goes on', async ({ page, context }) => {
  await page.clock.install();
  await signIn(page, uk, 'repairs');
  await page.goto(`${uk.home}/repairs/book`);
  await page.getByLabel(uk.t.repairs.fields.storeRefNo).fill('typed before the end');
  // The draft has its address: a navigation renews a session.
  await expect(page).toHaveURL(/draft=/);
  await page.clock.fastForward('55:30');
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
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
  // It lies over no button of the form.
  const isUncovered = await page.getByRole('button', { name: uk.t.repairs.book.submit }).evaluate((button) => {
    button.scrollIntoView({ block: 'nearest' });
    const { left, bottom } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(left + 20, bottom - 2));
  });
  expect(isUncovered).toBe(true);

  const [beside] = await Promise.all([
    context.waitForEvent('page'),
    page
      .getByRole('link', { name: uk.t.session.signIn })
      .or(page.getByRole('button', { name: uk.t.session.signIn }))
      .first()
      .click(),
  ]);
  await beside.getByLabel(uk.t.login.email, { exact: true }).fill('repairs@nuk.example');
  await sendPassword(beside, uk.t, 'Portal-Demo-2026!');
  await expect(beside).toHaveURL(uk.home);
  await expect(notice).toBeHidden();
  await expect(page.getByLabel(uk.t.repairs.fields.storeRefNo)).toHaveValue('typed before the end');
});
