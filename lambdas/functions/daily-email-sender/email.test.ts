import { describe, expect, test } from '@jest/globals';
import { createUnsubscribeUrl, signUnsubscription } from '#lambdas/lib/daily-email/unsubscribe.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { regionIds } from '#shared/config/regions.ts';
import type { NewsRecord } from '#shared/news/news.ts';
import type { DailyContent } from './content.ts';
import { createDailyEmail } from './email.ts';

const repair: NewsRecord = {
  kind: 'repairs',
  id: '0b0f1a52-9f8e-4a3c-8d59-3a1d5a6f1c01',
  storeId: 'UK-1',
  storeRefNo: 'A & B/7',
  product: 'a-product-of-old',
  isOnlyAccessories: false,
  accessories: [],
};
const returnRecord: NewsRecord = {
  kind: 'returns',
  id: '5c1f7a52-6f0e-4a57-9a83-0c1f6a2d9a55',
  storeId: 'UK-1',
  storeRefNo: 'RET-1',
  numberOfProducts: 3,
};

const content: DailyContent = {
  store: { storeId: 'UK-1', storeName: 'Oxford <Street>' },
  overdue: [{ record: repair, task: 'ask', date: '2026-11-27', isLate: true }],
  todos: [
    { record: returnRecord, task: 'send', rma: 'UK7', date: '2026-11-28', isLate: false },
    { record: repair, task: 'call', date: '2026-12-20', isLate: false },
  ],
  news: [{ ...repair, at: '2026-11-29T23:30:00.000Z', news: ['quoted', 'rmaAssigned'] }],
  marks: { repairs: '', returns: '', day: '2026-11-30' },
};
const unsubscribeUrl = 'https://portal.example/api/auth/nuk/unsubscribe?sub=1&signature=2';

const buildEmail = (overrides: Partial<DailyContent> = {}, region: RegionId = 'nuk') =>
  createDailyEmail(
    '2026-11-30',
    { ...content, ...overrides },
    {
      region,
      sender: { lines: ['Repairs Ltd'], ask: 'repairs@owner.example' },
      site: 'https://portal.example',
      unsubscribeUrl,
    },
  );

/** Returns the lines of an email's main part without its markup. */
const toLines = (html: string) =>
  (/<main>([\s\S]*)<\/main>/.exec(html)?.[1] ?? '')
    .replaceAll('<br>', '\n')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .split('\n')
    .filter((line) => line !== '');

describe('daily email', () => {
  test.each(regionIds)('of %s lists the to-dos in the language of the region', (region) => {
    const { subject, html } = buildEmail({}, region);
    expect([subject, ...toLines(html).slice(1)]).toMatchSnapshot();
  });

  test('links each record, Home and the account page', () => {
    const links = [...buildEmail().html.matchAll(/href="([^"]*)"/g)].map(([, url = '']) =>
      url.replaceAll('&#38;', '&'),
    );
    const toUrl = (list: string, ref: string, id: string) =>
      `https://portal.example/UK/nuk/${list}/submitted?storeId=UK-1&ref=${ref}&id=${id}`;
    const repairUrl = toUrl('repairs', 'A+%26+B%2F7', repair.id);
    expect(links).toEqual([
      repairUrl,
      toUrl('returns', 'RET-1', returnRecord.id),
      repairUrl,
      repairUrl,
      'https://portal.example/UK/nuk',
      'https://portal.example/UK/nuk/auth/change-password',
    ]);
  });

  test('has headers for unsubscribing with one click', () => {
    expect(buildEmail().headers).toEqual({
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
  });

  test('leaves out headings without entries, and entries above the limit', () => {
    const news = Array.from({ length: 12 }, (_, index) => ({ ...returnRecord, storeRefNo: `R-${index}` }));
    const { html } = buildEmail({
      overdue: [],
      todos: [],
      news: news.map((entry) => ({ ...entry, at: '2026-11-29T10:00:00.000Z', news: ['rmaAssigned'] as const })),
    });
    const lines = toLines(html);
    expect(lines).not.toContain('Overdue');
    expect(lines.filter((line) => line.startsWith('R-'))).toHaveLength(10);
    expect(lines).toContain('More entries are in the portal.');
    expect(html).toContain('Reported (10+)');
  });

  test('lists the accessories of a repair without a product', () => {
    const record: NewsRecord = { ...repair, isOnlyAccessories: true, accessories: ['unknown-accessory'] };
    const { html } = buildEmail({ overdue: [{ record, task: 'ask', date: '2026-11-27', isLate: true }] });
    expect(html).toContain('Accessories: unknown-accessory');
  });
});

test('the signature of an unsubscribe link is bound to user and region', async () => {
  const sign = async (region: RegionId, text: string) => `${region}|${text}`;
  expect(await signUnsubscription(sign, 'nuk', 'sub-1')).toBe('nuk|unsubscribe sub-1');
  expect(await createUnsubscribeUrl(sign, 'https://portal.example', 'nuk', 'sub-1')).toBe(
    'https://portal.example/api/auth/nuk/unsubscribe?sub=sub-1&signature=nuk%7Cunsubscribe+sub-1',
  );
});
