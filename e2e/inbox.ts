import { execFileSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import { eventually } from '#scripts/local-cloud/testing/eventually.ts';
import type { RegionId } from '#shared/config/regions.ts';

export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Returns all mails, the newest first. */
export const listMails = async (): Promise<readonly Mail[]> =>
  (await (await fetch(`${process.env['PORTAL_INBOX_URL']}/messages.json`)).json()) as Mail[];

/** Lets hours pass for the schedules, and waits for the functions that became due. */
export const letHoursPass = async (hours: number): Promise<void> => {
  const body = new URLSearchParams({ hours: String(hours) });
  await fetch(`${process.env['PORTAL_INBOX_URL']}/time`, { method: 'POST', body, redirect: 'manual' });
};

/** Returns the newest mail to an address with a subject, and waits until it arrives. */
const waitForMail = (email: string, subject: string): Promise<Mail> =>
  eventually(`the email “${subject}” to ${email} arrives`, async () => {
    const mails = await listMails();
    return mails.find((mail) => mail.to === email && mail.subject === subject);
  });

/** Shows a mail in a page outside the portal and its content policy. Returns the visible text. */
export const readMail = async (page: Page, email: string, subject: string): Promise<string> => {
  const { html } = await waitForMail(email, subject);
  await page.goto('about:blank');
  await page.setContent(html);
  return page.locator('body').innerText();
};

/** Invites a user with the script that operators use on every stage. */
export const inviteUser = (region: RegionId, email: string) => {
  const state = process.env['PORTAL_STATE'] ?? '';
  const options = { stage: 'local', state, region, email, groups: 'register-repairs', store: 'J-1' };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  execFileSync(process.execPath, ['scripts/ops/create-user.ts', ...args]);
};
