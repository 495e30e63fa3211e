import { execFileSync } from 'node:child_process';
import { expect } from '@playwright/test';
import type { RegionId } from '#shared/regions.ts';

type Mail = { readonly to: string; readonly subject: string; readonly html: string };

/** The newest mail to an address that has a subject; waits until it is there. */
export const mailTo = async (address: string, subject: string): Promise<Mail> => {
  let found: Mail | undefined;
  await expect
    .poll(async () => {
      const mails = (await (await fetch(`${process.env['PORTAL_INBOX_URL']}/messages.json`)).json()) as Mail[];
      // The newest comes first.
      found = mails.find((mail) => mail.to === address && mail.subject === subject);
      return found !== undefined;
    })
    .toBe(true);
  if (!found) throw new Error('unreachable');
  return found;
};

/** What a person reads of a mail. */
export const wordsOf = ({ html }: Mail) =>
  html
    .replaceAll(/<(style|title)[\s\S]*?<\/\1>/g, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"');

/** Where a mail's button leads. */
export const linkOf = ({ html }: Mail) => (/href="([^"]+)"/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&');

/** Invites somebody, as operators do on every stage. */
export const invite = (region: RegionId, email: string) =>
  execFileSync(process.execPath, [
    'scripts/create-user.ts',
    '--stage',
    'local',
    '--state',
    process.env['PORTAL_STATE'] ?? '',
    '--region',
    region,
    '--email',
    email,
    '--groups',
    'register-repairs',
    '--store',
    'J-1',
  ]);
