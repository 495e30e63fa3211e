import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import * as z from 'zod/mini';
import { replaceHosts } from '../hosts.ts';
import type { Hosts } from '../hosts.ts';
import { sendText } from '../servers.ts';
import { escapeMarkup } from '../text.ts';

const mailSchema = z.object({ id: z.int(), to: z.string(), subject: z.string(), html: z.string(), at: z.string() });
export type Mail = z.output<typeof mailSchema>;

/** Opens a mailbox in a file with one JSON line per mail. Real addresses in the mails are replaced by local ones. */
export const openMailbox = (hosts: () => Hosts, file: string) => {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const mails = lines.map((line) => mailSchema.parse(JSON.parse(line)));
  return {
    receive: ({ to, subject, html, at }: Omit<Mail, 'id'>): void => {
      const mail = { id: mails.length + 1, to, subject, html: replaceHosts(hosts(), html), at };
      mails.push(mail);
      appendFileSync(file, `${JSON.stringify(mail)}\n`);
    },
    all: (): Mail[] => mails.toReversed(),
    find: (id: number): Mail | undefined => mails.find((each) => each.id === id),
  };
};

type Mailbox = ReturnType<typeof openMailbox>;

const renderRow = ({ id, to, subject, at }: Mail) =>
  `<tr><td><time datetime="${at}">${at.slice(0, 16).replace('T', ' ')}</time></td><td>${escapeMarkup(to)}</td><td><a href="/messages/${id}">${escapeMarkup(subject)}</a></td></tr>`;

const inboxPage = (mails: readonly Mail[]): string => `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Inbox of the local cloud</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1b1b1b; background: #fff }
  table { border-collapse: collapse; width: 100% }
  th, td { text-align: left; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid #ccc }
  a { color: #0046c7 }
</style>
<main><h1>Inbox</h1><p>Every email that Cognito or SES sends here arrives on this page, whoever it is for. Times are UTC.</p>${
  mails.length === 0
    ? '<p>No emails yet.</p>'
    : `<table><thead><tr><th scope="col">Sent</th><th scope="col">To</th><th scope="col">Subject</th></tr></thead><tbody>${mails.map(renderRow).join('')}</tbody></table>`
}</main>
</html>
`;

const policy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data: https:";

/**
 * Creates the inbox: an overview page, each mail as it was sent but with scripts disabled, and all mails as JSON at
 * /messages.json.
 */
export const createInbox =
  (mailbox: Mailbox): RequestListener =>
  (req, res) => {
    const { pathname } = new URL(req.url ?? '/', 'http://inbox');
    if (pathname === '/') return sendText(res, 'text/html', inboxPage(mailbox.all()));
    if (pathname === '/messages.json') return sendText(res, 'application/json', JSON.stringify(mailbox.all()));
    const [, id] = /^\/messages\/(\d+)$/.exec(pathname) ?? [];
    const mail = mailbox.find(Number(id));
    if (!mail) return sendText(res, 'text/plain', 'There is no such email.', 404);
    return sendText(res, 'text/html', mail.html, 200, { 'content-security-policy': policy });
  };
