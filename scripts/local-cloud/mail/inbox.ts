import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { replaceHosts } from '../hosts.ts';
import type { Hosts } from '../hosts.ts';
import { sendText } from '../servers.ts';
import { escapeMarkup } from '../text.ts';

const mailSchema = z.object({
  id: z.int(),
  to: z.string(),
  subject: z.string(),
  html: z.string(),
  /** Headers that the sender has added, by name. */
  headers: z.optional(z.record(z.string(), z.string())),
  at: z.string(),
});
export type Mail = z.output<typeof mailSchema>;

/** Opens a mailbox in a file with one JSON line per mail. Real addresses in the mails are replaced by local ones. */
export const openMailbox = (getHosts: () => Hosts, file: string) => {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const mails = lines.map((line) => mailSchema.parse(JSON.parse(line)));
  return {
    receive: ({ to, subject, html, headers = {}, at }: Omit<Mail, 'id'>): void => {
      const localHeaders = Object.entries(headers).map(([name, value]) => [name, replaceHosts(getHosts(), value)]);
      const mail = {
        id: mails.length + 1,
        to,
        subject,
        html: replaceHosts(getHosts(), html),
        headers: Object.fromEntries(localHeaders) as Record<string, string>,
        at,
      };
      mails.push(mail);
      appendFileSync(file, `${JSON.stringify(mail)}\n`);
    },
    list: (): Mail[] => mails.toReversed(),
    find: (id: number): Mail | undefined => mails.find((mail) => mail.id === id),
  };
};

type Mailbox = ReturnType<typeof openMailbox>;
type PassTime = (ms: number) => Promise<void>;

const renderRow = ({ id, to, subject, at }: Mail) =>
  `<tr><td><time datetime="${at}">${at.slice(0, 16).replace('T', ' ')}</time></td><td>${escapeMarkup(to)}</td><td><a href="/messages/${id}">${escapeMarkup(subject)}</a></td></tr>`;

const renderInboxPage = (mails: readonly Mail[]): string => `<!DOCTYPE html>
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
<main><h1>Inbox</h1><p>Every email that Cognito or SES sends here arrives on this page, whoever it is for. Times are UTC.</p>
<form method="post" action="/time"><p><label>Let <input name="hours" type="number" min="1" max="1000" value="1"> hours pass</label> for the schedules <button>Let them pass</button></p></form>${
  mails.length === 0
    ? '<p>No emails yet.</p>'
    : `<table><thead><tr><th scope="col">Sent</th><th scope="col">To</th><th scope="col">Subject</th></tr></thead><tbody>${mails.map(renderRow).join('')}</tbody></table>`
}</main>
</html>
`;

const contentPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data: https:";

const hoursForm = z.object({ hours: z.coerce.number().check(z.positive(), z.maximum(1000)) });

/** Lets the hours of the form pass for the schedules, then shows the overview. */
const handleTimeForm = async (req: IncomingMessage, res: ServerResponse, passTime: PassTime): Promise<void> => {
  const fields = hoursForm.safeParse(Object.fromEntries(new URLSearchParams(await text(req))));
  // Another site's page may send a form, too.
  if (!fields.success || (req.headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin')
    return sendText(res, 'text/plain', 'Hours are a number above 0, sent by this page.', 400);
  await passTime(fields.data.hours * 3_600_000);
  res.writeHead(303, { location: '/' }).end();
  return undefined;
};

/**
 * Creates the inbox: an overview page, each mail as it was sent but with scripts disabled, and all mails as JSON at
 * /messages.json. A form on the page lets time pass for the schedules (`passTime`, in milliseconds), which send emails.
 */
export const createInbox =
  (mailbox: Mailbox, passTime: PassTime): RequestListener =>
  (req, res) => {
    const { pathname } = new URL(req.url ?? '/', 'http://inbox');
    if (pathname === '/time' && req.method === 'POST') return void handleTimeForm(req, res, passTime);
    if (pathname === '/') return sendText(res, 'text/html', renderInboxPage(mailbox.list()));
    if (pathname === '/messages.json') return sendText(res, 'application/json', JSON.stringify(mailbox.list()));
    const [, id] = /^\/messages\/(\d+)$/.exec(pathname) ?? [];
    const mail = mailbox.find(Number(id));
    if (!mail) return sendText(res, 'text/plain', 'There is no such email.', 404);
    return sendText(res, 'text/html', mail.html, 200, { 'content-security-policy': contentPolicy });
  };
