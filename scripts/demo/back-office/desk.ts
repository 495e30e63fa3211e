import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { providerStates } from '#shared/repairs/lifecycle.ts';
import type { BackOffice } from './back-office.ts';
import { repairsPage } from './pages.ts';

const shownRepairs = 200;

/** The fields of a form; those that are left blank, or not ticked, say nothing. */
const sent = z.object({
  id: z.uuid(),
  report: z.enum(['rma', ...providerStates]),
  rma: field.line(limits.text.rma),
  dueAt: z.optional(z.union([z.literal(''), field.calendarDate])),
  isReplacement: z.optional(z.literal('true')),
});

const answer = (res: ServerResponse, type: string, body: string, status = 200) => {
  const policy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'";
  res.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': policy,
  });
  res.end(body);
};

// Somebody else's page must not report through a developer's browser.
const isForeign = ({ headers }: IncomingMessage) =>
  !['same-origin', undefined].includes(headers['sec-fetch-site']?.toString());

/** The page on which somebody plays the provider: lists the repairs, also as JSON at /repairs.json, and takes reports at /reports. */
export const backOfficeDesk =
  (backOffice: Pick<BackOffice, 'repairs' | 'send'>): RequestListener =>
  (req, res) => {
    const { pathname } = new URL(req.url ?? '/', 'http://back-office');
    if (req.method === 'GET' && pathname === '/') {
      const repairs = backOffice.repairs();
      return answer(res, 'text/html', repairsPage(repairs.slice(0, shownRepairs), repairs.length));
    }
    if (req.method === 'GET' && pathname === '/repairs.json')
      return answer(res, 'application/json', JSON.stringify(backOffice.repairs()));
    if (req.method !== 'POST' || pathname !== '/reports')
      return answer(res, 'text/plain', 'There is no such page.', 404);
    if (isForeign(req)) return answer(res, 'text/plain', 'Reports are sent from this page only.', 403);

    const take = async () => {
      const { id, report, rma, dueAt, isReplacement } = sent.parse(
        Object.fromEntries(new URLSearchParams(await text(req))),
      );
      const more = { ...(dueAt && { dueAt }), ...(isReplacement && { isReplacement: true }) };
      await backOffice.send(id, report === 'rma' ? { rma } : { status: report, ...more });
      res.writeHead(303, { location: '/' }).end();
    };
    take().catch((error: unknown) =>
      answer(res, 'text/plain', error instanceof Error ? error.message : String(error), 400),
    );
  };
