import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { served } from '#scripts/local-cloud/testing/opened.ts';
import { providerStates } from '#shared/repairs/lifecycle.ts';
import { backOfficeDesk } from './desk.ts';
import type { KnownRepair, Report } from './known-repairs.ts';

const id = '0b0f1a52-9f8e-4a3c-8d59-3a1d5a6f1c11';
const repair: KnownRepair = {
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

describe('the page of the back office', () => {
  let endpoint: string;
  const repairs = [repair, { ...repair, id: '1b0f1a52-9f8e-4a3c-8d59-3a1d5a6f1c11', withdrawn: true, rma: 'UK1' }];
  const sent: [string, Report][] = [];
  const at = (path: string) => `${endpoint}${path}`;
  const post = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(at('/reports'), { method: 'POST', body: new URLSearchParams(fields), headers, redirect: 'manual' });

  beforeAll(async () => {
    endpoint = await served(
      backOfficeDesk({
        repairs: () => repairs,
        send: async (...report) => {
          if (report[0] !== id) throw new Error('There is no such repair.');
          sent.push(report);
        },
      }),
    );
  });
  beforeEach(() => void sent.splice(0));

  test('lists a return by how much it is, with a form for its RMA number only', async () => {
    const known: KnownRepair[] = [
      { ...repair, kind: 'return', product: '', serialNumber: '', status: null, numberOfProducts: 48 },
    ];
    const own = await served(backOfficeDesk({ repairs: () => known, send: async () => {} }));
    const page = await (await fetch(own)).text();
    expect(page).toContain('Return of 48');
    expect(page.match(/<option value="\w+">/g)).toEqual(['<option value="rma">']);
  });

  test('lists what it knows, with a form for every report, without scripts', async () => {
    const response = await fetch(at('/'));
    const page = await response.text();
    expect(page).toContain('R &#60;1&#62;');
    for (const word of ['London Oxford Street (nuk)', 'HAW1', 'Pending', 'Returned unrepaired', 'UK1', 'Withdrawn'])
      expect(page).toContain(word);
    for (const report of ['rma', ...providerStates]) expect(page).toContain(`<option value="${report}">`);
    expect(page.match(/<form/g)).toHaveLength(1);
    expect(page).not.toContain('<script');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await (await fetch(at('/repairs.json'))).json()).toEqual(repairs);
  });

  test.each<[Record<string, string>, Report]>([
    [{ report: 'rma', rma: ' UK7 ' }, { rma: 'UK7' }],
    [{ report: 'rma', rma: '' }, { rma: '' }],
    [{ report: 'dispatched', rma: '', dueAt: '' }, { status: 'dispatched' }],
    [
      { report: 'dispatched', rma: '', dueAt: '2026-12-24', isReplacement: 'true' },
      { status: 'dispatched', dueAt: '2026-12-24', isReplacement: true },
    ],
  ])('reports %j and comes back', async (fields, report) => {
    const response = await post({ id, ...fields });
    expect([response.status, response.headers.get('location')]).toEqual([303, '/']);
    expect(sent).toEqual([[id, report]]);
  });

  test.each([
    [{ id, report: 'lost', rma: '' }],
    [{ id: 'x', report: 'rma', rma: '' }],
    [{ id, report: 'rma', rma: 'x'.repeat(41) }],
    [{ id: '1b0f1a52-9f8e-4a3c-8d59-3a1d5a6f1c11', report: 'rma', rma: '' }],
  ])('takes no %j', async (fields) => {
    expect((await post(fields)).status).toBe(400);
    expect(sent).toEqual([]);
  });

  test('takes nothing that another page sends, and knows no other address', async () => {
    expect((await post({ id, report: 'rma', rma: '' }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await fetch(at('/elsewhere'))).status).toBe(404);
    expect(sent).toEqual([]);
  });
});
