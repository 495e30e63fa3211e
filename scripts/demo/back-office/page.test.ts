import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { serveForTest } from '#scripts/local-cloud/testing/cleanup.ts';
import { providerStates } from '#shared/repairs/lifecycle.ts';
import type { KnownRecord, Report } from './known-records.ts';
import { createBackOfficePage } from './page.ts';

const id = '0b0f1a52-9f8e-4a3c-8d59-3a1d5a6f1c11';
const repair: KnownRecord = {
  kind: 'repair',
  region: 'nuk',
  storeId: 'UK-1001',
  storeRefNo: 'R <1>',
  id,
  storeName: 'London Oxford Street',
  createdAt: '2026-11-21T10:00:00Z',
  product: 'switch-2',
  serialNumber: 'HAW1',
  rma: null,
  status: 'returnedUnrepaired',
  statusAt: '2026-11-21T10:00:00Z',
  withdrawn: false,
  isByHand: true,
};

describe('back office page', () => {
  let endpoint: string;
  const repairs = [repair, { ...repair, id: '1b0f1a52-9f8e-4a3c-8d59-3a1d5a6f1c11', withdrawn: true, rma: 'UK1' }];
  const sentReports: [recordId: string, report: Report][] = [];
  const toUrl = (path: string) => `${endpoint}${path}`;
  const post = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(toUrl('/reports'), { method: 'POST', body: new URLSearchParams(fields), headers, redirect: 'manual' });

  beforeAll(async () => {
    endpoint = await serveForTest(
      createBackOfficePage({
        listRecords: () => repairs,
        send: async (recordId, report) => {
          if (recordId !== id) throw new Error('There is no such repair.');
          sentReports.push([recordId, report]);
        },
      }),
    );
  });
  beforeEach(() => void sentReports.splice(0));

  test('lists a return with its number of products and an RMA form only', async () => {
    const knownRecords: KnownRecord[] = [
      { ...repair, kind: 'return', product: '', serialNumber: '', status: null, numberOfProducts: 48 },
    ];
    const pageUrl = await serveForTest(createBackOfficePage({ listRecords: () => knownRecords, send: async () => {} }));
    const page = await (await fetch(pageUrl)).text();
    expect(page).toContain('Return of 48');
    expect(page.match(/<option value="\w+">/g)).toEqual(['<option value="rma">']);
  });

  test('lists records without scripts; unless withdrawn, each has a form that offers every event', async () => {
    const response = await fetch(toUrl('/'));
    const page = await response.text();
    expect(page).toContain('R &#60;1&#62;');
    for (const word of ['London Oxford Street (nuk)', 'HAW1', 'Pending', 'Returned unrepaired', 'UK1', 'Withdrawn'])
      expect(page).toContain(word);
    for (const report of ['rma', ...providerStates]) expect(page).toContain(`<option value="${report}">`);
    expect(page.match(/<form/g)).toHaveLength(1);
    expect(page).not.toContain('<script');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await (await fetch(toUrl('/repairs.json'))).json()).toEqual(repairs);
  });

  test.each<[Record<string, string>, Report]>([
    [{ report: 'rma', rma: ' UK7 ' }, { rma: 'UK7' }],
    [{ report: 'rma', rma: '' }, { rma: '' }],
    [{ report: 'dispatched', rma: '', dueAt: '' }, { status: 'dispatched' }],
    [
      { report: 'dispatched', rma: '', dueAt: '2026-12-24', isReplacement: 'true' },
      { status: 'dispatched', dueAt: '2026-12-24', isReplacement: true },
    ],
  ])('sends %j and redirects to the list', async (fields, report) => {
    const response = await post({ id, ...fields });
    expect([response.status, response.headers.get('location')]).toEqual([303, '/']);
    expect(sentReports).toEqual([[id, report]]);
  });

  test.each([
    [{ id, report: 'lost', rma: '' }],
    [{ id: 'x', report: 'rma', rma: '' }],
    [{ id, report: 'rma', rma: 'x'.repeat(41) }],
    [{ id: '1b0f1a52-9f8e-4a3c-8d59-3a1d5a6f1c11', report: 'rma', rma: '' }],
  ])('rejects %j', async (fields) => {
    expect((await post(fields)).status).toBe(400);
    expect(sentReports).toEqual([]);
  });

  test('rejects cross-site posts and unknown paths', async () => {
    expect((await post({ id, report: 'rma', rma: '' }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await fetch(toUrl('/elsewhere'))).status).toBe(404);
    expect(sentReports).toEqual([]);
  });
});
