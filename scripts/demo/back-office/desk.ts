import type { IncomingMessage, RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { answerText } from '#scripts/local-cloud/servers.ts';
import { escaped } from '#scripts/local-cloud/text.ts';
import { repairProduct } from '#shared/catalogue/repairs.ts';
import * as field from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { providerStates } from '#shared/repairs/lifecycle.ts';
import type { BackOffice } from './back-office.ts';
import type { KnownRepair } from './known-repairs.ts';

// `returnedUnrepaired` → `Returned unrepaired`
const spoken = (name: string) =>
  name.replace(/[A-Z]/g, (sign) => ` ${sign.toLowerCase()}`).replace(/^./, (sign) => sign.toUpperCase());

const stateOf = ({ withdrawn, status, rma }: KnownRepair) =>
  withdrawn ? 'Withdrawn' : spoken(status ?? (rma === null ? 'submitted' : 'registered'));

const options = (kind: KnownRepair['kind']) =>
  ['rma', ...(kind === 'repair' ? providerStates : [])]
    .map((report) => `<option value="${report}">${report === 'rma' ? 'RMA assigned' : spoken(report)}</option>`)
    .join('');

const dates = (
  of: string,
) => `<input type="date" name="dueAt" aria-label="Own last day ${of}; by the terms when left blank">
<label><input type="checkbox" name="isReplacement" value="true" aria-label="Another device ${of}"> another device</label>`;

const form = ({ id, storeRefNo, kind }: KnownRepair) => {
  const of = escaped(`for ${storeRefNo}`);
  return `<form method="post" action="/reports"><input type="hidden" name="id" value="${id}">
<select name="report" aria-label="Report ${of}">${options(kind)}</select>
<input name="rma" size="12" maxlength="40" placeholder="RMA number" aria-label="RMA number ${of}; made up when left blank">
${kind === 'repair' ? dates(of) : ''}
<button>Send</button></form>`;
};

const row = (repair: KnownRepair) => {
  const { createdAt, region, storeName, storeRefNo, product, serialNumber, rma } = repair;
  const what =
    repair.kind === 'return' ? `Return of ${repair.numberOfProducts}` : (repairProduct(product)?.labels.en ?? product);
  const cells = [storeRefNo, `${storeName} (${region})`, what, serialNumber, rma ?? 'Pending', stateOf(repair)];
  return `<tr><td><time datetime="${escaped(createdAt)}">${escaped(createdAt.slice(0, 16).replace('T', ' '))}</time></td>${cells
    .map((cell) => `<td>${escaped(cell)}</td>`)
    .join('')}<td>${repair.withdrawn ? '' : form(repair)}</td></tr>`;
};

const headings = ['Booked', 'Store reference', 'Store', 'Device', 'Serial number', 'RMA', 'State', 'Report']
  .map((name) => `<th scope="col">${name}</th>`)
  .join('');

const repairsPage = (newest: readonly KnownRepair[], count: number): string => `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Back office of the local cloud</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; padding: 0 1rem; color: #1b1b1b; background: #fff }
  table { border-collapse: collapse; width: 100% }
  th, td { text-align: left; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid #ccc }
  form { display: flex; gap: .5rem; margin: 0 }
  input, select, button { font: inherit }
</style>
<main><h1>Back office</h1>
<p>This page stands in for the system of the repair provider. What you send here reaches the portal as an event, as the provider's own reports do. Times are UTC. Reload the page to see what is new.</p>
${
  newest.length === 0
    ? '<p>Nothing yet.</p>'
    : `<p>${newest.length === count ? `${count} repairs and returns` : `The newest ${newest.length} of ${count} repairs and returns`}</p>
<table><thead><tr>${headings}</tr></thead><tbody>${newest.map(row).join('\n')}</tbody></table>`
}</main>
</html>
`;

const shownRepairs = 200;

/** The fields of a form; those that are left blank, or not ticked, say nothing. */
const sent = z.object({
  id: z.uuid(),
  report: z.enum(['rma', ...providerStates]),
  rma: field.line(limits.text.rma),
  dueAt: z.optional(z.union([z.literal(''), field.calendarDate])),
  isReplacement: z.optional(z.literal('true')),
});

const policy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'";

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
      return answerText(res, 'text/html', repairsPage(repairs.slice(0, shownRepairs), repairs.length), 200, {
        'content-security-policy': policy,
      });
    }
    if (req.method === 'GET' && pathname === '/repairs.json')
      return answerText(res, 'application/json', JSON.stringify(backOffice.repairs()));
    if (req.method !== 'POST' || pathname !== '/reports')
      return answerText(res, 'text/plain', 'There is no such page.', 404);
    if (isForeign(req)) return answerText(res, 'text/plain', 'Reports are sent from this page only.', 403);

    const take = async () => {
      const { id, report, rma, dueAt, isReplacement } = sent.parse(
        Object.fromEntries(new URLSearchParams(await text(req))),
      );
      const more = { ...(dueAt && { dueAt }), ...(isReplacement && { isReplacement: true }) };
      await backOffice.send(id, report === 'rma' ? { rma } : { status: report, ...more });
      res.writeHead(303, { location: '/' }).end();
    };
    take().catch((error: unknown) =>
      answerText(res, 'text/plain', error instanceof Error ? error.message : String(error), 400),
    );
  };
