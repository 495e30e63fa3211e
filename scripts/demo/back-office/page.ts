import type { IncomingMessage, RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { sendText } from '#scripts/local-cloud/servers.ts';
import { escapeMarkup } from '#scripts/local-cloud/text.ts';
import * as field from '#shared/api/fields.ts';
import { findRepairProduct } from '#shared/catalogue/repairs.ts';
import { limits } from '#shared/config/limits.ts';
import { providerStates } from '#shared/repairs/lifecycle.ts';
import type { BackOffice } from './back-office.ts';
import type { KnownRecord } from './known-records.ts';

// `returnedUnrepaired` → `Returned unrepaired`
const toLabel = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/^./, (letter) => letter.toUpperCase());

const formatState = ({ withdrawn, status, rma }: KnownRecord) =>
  withdrawn ? 'Withdrawn' : toLabel(status ?? (rma === null ? 'submitted' : 'registered'));

const renderOptions = (kind: KnownRecord['kind']) =>
  ['rma', ...(kind === 'repair' ? providerStates : [])]
    .map((report) => `<option value="${report}">${report === 'rma' ? 'RMA assigned' : toLabel(report)}</option>`)
    .join('');

const renderDeadlineFields = (
  labelSuffix: string,
) => `<input type="date" name="dueAt" aria-label="Own last day ${labelSuffix}; by the terms when left blank">
<label><input type="checkbox" name="isReplacement" value="true" aria-label="Another device ${labelSuffix}"> another device</label>`;

const renderForm = ({ id, storeRefNo, kind }: KnownRecord) => {
  const labelSuffix = escapeMarkup(`for ${storeRefNo}`);
  return `<form method="post" action="/reports"><input type="hidden" name="id" value="${id}">
<select name="report" aria-label="Report ${labelSuffix}">${renderOptions(kind)}</select>
<input name="rma" size="12" maxlength="40" placeholder="RMA number" aria-label="RMA number ${labelSuffix}; made up when left blank">
${kind === 'repair' ? renderDeadlineFields(labelSuffix) : ''}
<button>Send</button></form>`;
};

const renderRow = (record: KnownRecord) => {
  const { createdAt, region, storeName, storeRefNo, product, serialNumber, rma } = record;
  const device =
    record.kind === 'return'
      ? `Return of ${record.numberOfProducts}`
      : (findRepairProduct(product)?.labels.en ?? product);
  const cells = [storeRefNo, `${storeName} (${region})`, device, serialNumber, rma ?? 'Pending', formatState(record)];
  return `<tr><td><time datetime="${escapeMarkup(createdAt)}">${escapeMarkup(createdAt.slice(0, 16).replace('T', ' '))}</time></td>${cells
    .map((cell) => `<td>${escapeMarkup(cell)}</td>`)
    .join('')}<td>${record.withdrawn ? '' : renderForm(record)}</td></tr>`;
};

const headings = ['Booked', 'Store reference', 'Store', 'Device', 'Serial number', 'RMA', 'State', 'Report']
  .map((name) => `<th scope="col">${name}</th>`)
  .join('');

const renderPage = (shownRecords: readonly KnownRecord[], count: number): string => `<!DOCTYPE html>
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
  shownRecords.length === 0
    ? '<p>Nothing yet.</p>'
    : `<p>${shownRecords.length === count ? `${count} repairs and returns` : `The newest ${shownRecords.length} of ${count} repairs and returns`}</p>
<table><thead><tr>${headings}</tr></thead><tbody>${shownRecords.map(renderRow).join('\n')}</tbody></table>`
}</main>
</html>
`;

const maxShownRecords = 200;

/** Fields of the report form; blank or unchecked ones are omitted from the event. */
const reportForm = z.object({
  id: z.uuid(),
  report: z.enum(['rma', ...providerStates]),
  rma: field.line(limits.text.rma),
  dueAt: z.optional(z.union([z.literal(''), field.calendarDate])),
  isReplacement: z.optional(z.literal('true')),
});

const contentSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'";

// Requests from other sites are rejected, because they could otherwise send reports through a developer's browser.
const isCrossSite = ({ headers }: IncomingMessage) =>
  !['same-origin', undefined].includes(headers['sec-fetch-site']?.toString());

/**
 * Serves the page for acting as the provider: lists the records (also as JSON at /repairs.json) and accepts reports at
 * /reports.
 */
export const createBackOfficePage =
  (backOffice: Pick<BackOffice, 'listRecords' | 'send'>): RequestListener =>
  (req, res) => {
    const { pathname } = new URL(req.url ?? '/', 'http://back-office');
    if (req.method === 'GET' && pathname === '/') {
      const records = backOffice.listRecords();
      return sendText(res, 'text/html', renderPage(records.slice(0, maxShownRecords), records.length), 200, {
        'content-security-policy': contentSecurityPolicy,
      });
    }
    if (req.method === 'GET' && pathname === '/repairs.json')
      return sendText(res, 'application/json', JSON.stringify(backOffice.listRecords()));
    if (req.method !== 'POST' || pathname !== '/reports')
      return sendText(res, 'text/plain', 'There is no such page.', 404);
    if (isCrossSite(req)) return sendText(res, 'text/plain', 'Reports are sent from this page only.', 403);

    const acceptReport = async () => {
      const { id, report, rma, dueAt, isReplacement } = reportForm.parse(
        Object.fromEntries(new URLSearchParams(await text(req))),
      );
      const details = { ...(dueAt && { dueAt }), ...(isReplacement && { isReplacement: true }) };
      await backOffice.send(id, report === 'rma' ? { rma } : { status: report, ...details });
      res.writeHead(303, { location: '/' }).end();
    };
    acceptReport().catch((error: unknown) =>
      sendText(res, 'text/plain', error instanceof Error ? error.message : String(error), 400),
    );
  };
