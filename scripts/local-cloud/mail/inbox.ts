import type { RequestListener, ServerResponse } from 'node:http';
import type { Mailbox } from './mailbox.ts';
import { inboxPage, mailPage } from './pages.ts';

const answer = (res: ServerResponse, type: string, body: string, status = 200) => {
  res.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  res.end(body);
};

/** The inbox page, each mail's page, and all mails as JSON at /messages.json. */
export const createInbox =
  (mailbox: Mailbox): RequestListener =>
  (req, res) => {
    const { pathname } = new URL(req.url ?? '/', 'http://inbox');
    if (pathname === '/') return answer(res, 'text/html', inboxPage(mailbox.all()));
    if (pathname === '/messages.json') return answer(res, 'application/json', JSON.stringify(mailbox.all()));
    const [, id, part] = /^\/messages\/(\d+)(\/html)?$/.exec(pathname) ?? [];
    const mail = id === undefined ? undefined : mailbox.find(Number(id));
    if (!mail) return answer(res, 'text/plain', 'There is no such email.', 404);
    if (!part) return answer(res, 'text/html', mailPage(mail));
    res.setHeader(
      'content-security-policy',
      "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data: https:",
    );
    // Links lead out of the frame.
    return answer(res, 'text/html', mail.html.replace(/^(?:.*?<head>)?/s, '$&<base target="_blank">'));
  };
