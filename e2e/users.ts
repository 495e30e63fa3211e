import type { Browser, Page } from '@playwright/test';
import { readMail } from './inbox.ts';
import { button, heading } from './interactions.ts';
import { expect, sendPassword } from './portal.ts';
import type { JourneyPlace } from './portal.ts';

/** Password that invited users set at their first sign-in. */
export const chosenPassword = 'First-Password-1!';

/** Opens a page in a separate browser context, for another user. */
export const openOtherBrowser = async (browser: Browser) => (await browser.newContext()).newPage();

/** Fills in a new password and its confirmation. */
export const fillPasswords = async (page: Page, { password }: JourneyPlace['t'], newPassword: string) => {
  for (const label of [password.new, password.confirm]) await page.getByLabel(label, { exact: true }).fill(newPassword);
};

/** Signs an invited user in for the first time, through the link in the email. */
export const signInFirstTime = async (page: Page, { home, t, emails }: JourneyPlace, email: string) => {
  const mailText = await readMail(page, email, emails.invitation.subject);
  const temporaryPassword = mailText.split(emails.invitation.temporaryPassword)[1]?.trim().split(/\s+/)[0] ?? '';
  await page.getByRole('link').first().click();
  await expect(page.getByLabel(t.login.email, { exact: true })).toHaveValue(email);
  await sendPassword(page, t, temporaryPassword);
  await expect(page).toHaveURL(`${home}/auth/set-password`);
  await fillPasswords(page, t, chosenPassword);
  await button(page, t.setPassword.submit).click();
  await expect(page).toHaveURL(home);
};

/** Finds a user in the list by email address and opens the details. */
export const openUser = async (page: Page, { home, t }: JourneyPlace, email: string) => {
  await page.goto(`${home}/admin/manage-users?${new URLSearchParams({ search: email })}`);
  await page.getByRole('link', { name: email, exact: true }).click();
  await expect(heading(page)).toHaveText(email);
  await expect(page.getByRole('list', { name: t.users.fields.roles })).toBeVisible();
};

/** Runs an operation and confirms it in the dialog. */
export const confirmOperation = async (page: Page, name: string, confirmation: string) => {
  await button(page, name).click();
  await page.getByRole('dialog').getByRole('button', { name: confirmation, exact: true }).click();
};
