import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { jsonLog } from '#lambdas/lib/http/log.ts';
import type { ReturnRow } from '#lambdas/lib/records/return.ts';
import { createLimitLogger } from '#lambdas/lib/spreadsheets/reader.ts';
import { parseAndValidate } from '#lambdas/lib/spreadsheets/validator-worker.ts';
import { toUploadKey } from '#lambdas/lib/uploads/uploads.ts';
import { buildContext, now, staff } from '#lambdas/testing/callers.ts';
import { toCells, buildCsv, buildGoodLines, headers } from '#lambdas/testing/files/lines.ts';
import { buildSheetXml, buildTextRows, buildWorkbookParts, buildZip } from '#lambdas/testing/files/workbook.ts';
import { createInMemoryReturns } from '#lambdas/testing/returns.ts';
import { buildStoredReturn } from '#lambdas/testing/rows.ts';
import { limits } from '#shared/config/limits.ts';
import { toSearchOwner } from '#shared/records/search.ts';
import type { ReturnFilesCollaborators } from './return-file-handlers.ts';
import { createReturnFileHandlers } from './return-file-handlers.ts';
import { validateReturns } from './validate-returns.ts';

const id = '0b0f1a52-9f8e-4a3c-8d59-3a1d5a6f1c11';
const key = toUploadKey('returns', 'nuk', staff.sub, id);
const buildFileText = (storeId: string) =>
  buildCsv([headers, ...buildGoodLines(2).map((line) => toCells({ ...line, storeId }))]);
const file = Buffer.from(buildFileText('UK-1'));
const hash = createHash('sha256').update(file).digest('hex');

const files = new Map<string, Uint8Array>();
const removedKeys: string[] = [];
const reportedProblems: string[] = [];
let sentReturns: ReturnRow[];
let remove: (name: string) => Promise<void>;
let read: ReturnFilesCollaborators['reader']['read'];
const findSearchItems = jest.fn<ReturnFilesCollaborators['searchIndex']['find']>();

const { readReturnFile } = createReturnFileHandlers({
  uploads: {
    presignPost: async (name) => ({ url: 'https://uploads.example', fields: { key: name } }),
    read: async (name) => files.get(name),
    remove: (name) => remove(name),
  },
  reader: { read: (...task) => read(...task) },
  searchIndex: { find: findSearchItems },
  returns: {
    find: async ({ store, reference }) => {
      const row = sentReturns.find((candidate) => candidate.store === store && candidate.reference === reference);
      return (
        row && {
          storeRefNo: row.storeRefNo,
          id: row.id,
          createdAt: row.createdAt,
          lines: row.numberOfProducts,
          by: 'anna@store.example',
        }
      );
    },
  },
  stores: { findMatching: async () => undefined },
  settings: { nuk: { returnPeriodDays: 30 }, ndach: { returnPeriodDays: 30 }, nfr: { returnPeriodDays: 30 } },
  newId: () => id,
  onLimit: (cause) => reportedProblems.push(cause),
  onDeletionFailure: (error) => reportedProblems.push(String(error)),
});

const readFile = async (overrides: Partial<Parameters<typeof readReturnFile>[0]> = {}) =>
  (await readReturnFile({ region: 'nuk', key, ...overrides }, buildContext(staff))).body;

beforeEach(() => {
  jest.clearAllMocks();
  files.clear();
  files.set(key, file);
  removedKeys.length = 0;
  reportedProblems.length = 0;
  sentReturns = [];
  remove = async (name) => void removedKeys.push(name);
  read = (bytes, readContext) => parseAndValidate(validateReturns, { bytes, readContext });
  findSearchItems.mockImplementation((...args) => createInMemoryReturns(...sentReturns).search.find(...args));
});

describe('readReturnFile', () => {
  test('applies answers to the same bytes and returns the same hash', async () => {
    const rows = buildGoodLines(2).map((line) => ({
      ...line,
      storeId: 'UK-1',
      storeRefNo: 'R-1',
      productDescription: '\u008Edition',
      purchaseDate: '11/15/2026',
    }));
    const bytes = Buffer.from(buildCsv([headers, ...rows.map(toCells)]), 'latin1');
    files.set(key, bytes);
    const firstResponse = await readFile();
    expect(firstResponse.report).toMatchObject({
      accepted: [],
      spellings: [{ charset: 'macintosh' }, {}, {}],
      doubtfulDates: [{}, {}],
    });
    const { report, hash: secondHash } = await readFile({ dates: 'monthFirst', charset: 'ibm850' });
    expect(report).toMatchObject({ accepted: [{ productDescription: 'Ädition', purchaseDate: '2026-11-15' }, {}] });
    expect(report).not.toHaveProperty('doubtfulDates');
    expect(report).not.toHaveProperty('spellings');
    expect(secondHash).toBe(firstResponse.hash);
  });

  test.each([
    [['Notes', 'Lines', 'More notes'], { outcome: 'read', otherSheets: ['Notes', 'More notes'] }],
    [['Lines', 'Notes'], { outcome: 'read', otherSheets: ['Notes'] }],
    [['Notes', 'More notes', 'Lines'], { outcome: 'refused', otherSheets: ['More notes', 'Lines'] }],
  ])('looks for lines on the first two sheets: %j', async (names, expected) => {
    const lines = [
      headers,
      ...buildGoodLines(2).map((line) => toCells({ ...line, storeId: 'UK-1', storeRefNo: 'R-1' })),
    ];
    const sheets = names.map((name) => ({
      name,
      xml: buildSheetXml(buildTextRows(name === 'Lines' ? lines : [['Please fill in the sheet behind this one.']])),
    }));
    files.set(key, buildZip(buildWorkbookParts({ sheets })));
    expect((await readFile()).report).toMatchObject(expected);
  });

  test("reports a file that exceeds the reader's limits", async () => {
    read = async () => ({ refused: 'FileTooLarge', cause: 'time' });
    expect((await readFile()).report).toEqual({ outcome: 'refused', code: 'FileTooLarge' });
    expect(reportedProblems).toEqual(['time']);
  });

  test('deletes the upload on failure', async () => {
    read = async () => {
      throw new Error('no thread');
    };
    await expect(readFile()).rejects.toThrow('no thread');
    findSearchItems.mockRejectedValue(Object.assign(new Error(), { name: 'ThrottlingException' }));
    await expect(readFile()).rejects.toThrow();
    expect(removedKeys).toEqual([key, key]);
  });

  test('returns the report even if the upload cannot be deleted', async () => {
    remove = async () => {
      throw new Error('S3 is busy');
    };
    expect((await readFile()).report.outcome).toBe('read');
    expect(reportedProblems).toEqual(['Error: S3 is busy']);
  });
});

describe('sentBefore', () => {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();
  const buildSentReturn = (overrides: Parameters<typeof buildStoredReturn>[0]) =>
    buildStoredReturn({ files: [hash], ...overrides });

  test('matches files by their bytes and names the newest return', async () => {
    sentReturns = [
      buildSentReturn({ createdAt: daysAgo(2) }),
      buildSentReturn({ storeRefNo: 'Ret 2', createdAt: daysAgo(1) }),
      buildStoredReturn({ storeRefNo: 'Ret 3', files: ['b2'.repeat(32)] }),
    ];
    expect((await readFile()).sentBefore).toEqual({
      storeRefNo: 'Ret 2',
      id: sentReturns[1]?.id,
      createdAt: daysAgo(1),
      lines: 3,
      by: 'anna@store.example',
    });
    for (const [owner] of findSearchItems.mock.calls) expect(owner).toBe(toSearchOwner('returns', 'nuk', 'UK-1'));
  });

  test('names the newest of many returns', async () => {
    sentReturns = Array.from({ length: 120 }, (_, index) =>
      buildSentReturn({
        storeRefNo: `Ret ${String(index).padStart(3, '0')}`,
        createdAt: new Date(now.getTime() - (120 - index) * 60_000).toISOString(),
      }),
    );
    expect((await readFile()).sentBefore).toMatchObject({ storeRefNo: 'Ret 119' });
  });

  test('expires after fileHashDays, to the millisecond', async () => {
    sentReturns = [buildSentReturn({ createdAt: daysAgo(limits.fileHashDays) })];
    expect(await readFile()).toHaveProperty('sentBefore');
    sentReturns = [
      buildSentReturn({ createdAt: new Date(now.getTime() - limits.fileHashDays * 86_400_000 - 1).toISOString() }),
    ];
    expect(await readFile()).not.toHaveProperty('sentBefore');
  });
});

// In these causes, `canary` stands for content of the file.
test.each([
  ['time', 'time'],
  ['exit', 'exit'],
  [
    'Worker terminated due to reaching memory limit: JS heap out of memory',
    'Worker terminated due to reaching memory limit',
  ],
  ['RangeError: Invalid string length', 'RangeError'],
  ['canary@nuk.example', 'other'],
  ['XKW1Error: canary', 'XKW1Error'],
  ['time canary', 'other'],
])('logs the cause %j as %j, without content of the file', (cause, code) => {
  const lines: string[] = [];
  createLimitLogger(jsonLog((line) => lines.push(line)))(cause);
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { level: 'warn', message: 'file took the reader to its limits', code },
  ]);
});
