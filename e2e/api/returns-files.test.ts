import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, test } from '@jest/globals';
import ExcelJS from 'exceljs';
import { buildHostileFiles } from '#lambdas/testing/files/hostile-files.ts';
import { developerKey } from '#scripts/local-cloud/iam/iam.ts';
import { postFile } from '#scripts/testing/browser.ts';
import { fileColumns, fileHeaders } from '#shared/returns/file/columns.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import { notFoundError, validationErrorAt, waitUntilPasses } from './bookings.ts';
import { openSharedTestPortal } from './portal.ts';
import { createReturnsCsv, createLines, createSerialNumber, createReturnsClient, getToday } from './return-bookings.ts';

// The simulated provider of the shared portal sends no events, so no RMA number arrives during the tests.
const portal = openSharedTestPortal();

let client: ReturnType<typeof createReturnsClient>;
beforeAll(async () => {
  client = createReturnsClient(await portal.signInOnce('nuk', 'returns'));
});

/** Checks whether a file is still in the bucket, with the developer key. */
const isInBucket = async (url: string, key: string): Promise<boolean> => {
  const { endpoints, region } = portal.getCloud();
  const s3 = new S3Client({ endpoint: endpoints.S3, region, credentials: developerKey, forcePathStyle: true });
  try {
    await s3.send(new GetObjectCommand({ Bucket: new URL(url).pathname.slice(1), Key: key }));
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === 'NoSuchKey') return false;
    throw error;
  } finally {
    s3.destroy();
  }
};

const createWorkbook = async (storeId: string, storeRefNo: string, lines: ReturnType<typeof createLines>) => {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Returns');
  sheet.addRow(fileColumns.map((column) => fileHeaders[column].de[0]));
  for (const { ean, productDescription, purchaseDate, serialNumber } of lines)
    sheet.addRow([storeId, storeRefNo, Number(ean), productDescription, new Date(purchaseDate), serialNumber]);
  sheet.getColumn(5).numFmt = 'dd.mm.yyyy';
  return new Uint8Array(await book.xlsx.writeBuffer());
};

describe('a returns file', () => {
  test.each([
    ['.csv', async (...args: Parameters<typeof createReturnsCsv>) => createReturnsCsv(...args)],
    ['.xlsx', createWorkbook],
  ])('is read from %s, booked, and recognized when sent again', async (_, createFile) => {
    const lines = createLines(40);
    const reference = `FILE-${createSerialNumber()}`;
    const file = await createFile('UK-1001', reference, lines);

    const { status, json } = await client.read(await client.upload(file));
    expect(status).toBe(200);
    const { report, hash } = json;
    if (report.outcome !== 'read') throw new Error(JSON.stringify(report));
    expect(report).toMatchObject({ storeId: 'UK-1001', storeRefNo: reference, rows: 40, dropped: [], refused: [] });
    expect(report.accepted).toEqual(lines.map((line, index) => ({ row: index + 2, ...line, returnDate: getToday() })));
    expect(json).not.toHaveProperty('sentBefore');

    const accepted = report.accepted.map(({ row: __, ...line }) => line);
    const { json: bookedReturn } = await client.book({ storeRefNo: reference, files: [hash], lines: accepted });
    expect(bookedReturn.numberOfProducts).toBe(40);

    const { id, createdAt } = bookedReturn;
    const sentBefore = { storeRefNo: reference, id, createdAt, by: 'returns@nuk.example', lines: 40 };
    await waitUntilPasses(async () =>
      expect((await client.read(await client.upload(file))).json).toEqual({ hash, report, sentBefore }),
    );
  });

  test('is rejected for another store, without revealing its booking', async () => {
    const storeRefNo = 'CANARY-OTHERS';
    const file = createReturnsCsv('UK-1001', storeRefNo, createLines(2));
    const { json: firstResult } = await client.read(await client.upload(file));
    await client.book({ storeRefNo, files: [firstResult.hash] });
    await waitUntilPasses(async () =>
      expect((await client.read(await client.upload(file))).json).toHaveProperty('sentBefore'),
    );
    const otherClient = createReturnsClient(await portal.signInOnce('nuk', 'both'));
    const { json } = await otherClient.read(await otherClient.upload(file));
    const stores = [{ storeId: 'UK-1001', storeRefNo, rows: [2, 3] }];
    expect(json).toEqual({
      hash: firstResult.hash,
      report: { outcome: 'refused', code: 'ReturnsFileOtherStore', stores },
    });
  });

  test('is read for the store that an admin names', async () => {
    const admin = createReturnsClient(await portal.signInOnce('nuk', 'admin'));
    const file = createReturnsCsv('UK-1002', 'CANARY-ADMIN', createLines(2));
    expect((await admin.read(await admin.upload(file), { storeId: 'UK-1002' })).json.report.outcome).toBe('read');
    const { report } = (await admin.read(await admin.upload(file), { storeId: 'UK-1001' })).json;
    expect(report).toMatchObject({ outcome: 'refused', code: 'ReturnsFileOtherStore' });
    for (const storeId of [undefined, 'UK-9999', 'DE-2001'])
      expect(await admin.read(await admin.upload(file), { storeId })).toMatchObject(validationErrorAt('storeId'));
  });
});

describe('an upload', () => {
  const file = createReturnsCsv('UK-1001', 'R-1', createLines(1));

  test('is deleted after reading', async () => {
    const { json } = await client.presign();
    await postFile(json, file);
    expect(await isInBucket(json.url, json.key)).toBe(true);
    expect((await client.read(json.key)).status).toBe(200);
    expect(await isInBucket(json.url, json.key)).toBe(false);
    expect(await client.read(json.key)).toMatchObject(notFoundError);
  });

  test('cannot be read or deleted by another user', async () => {
    const { json } = await client.presign();
    await postFile(json, file);
    for (const [region, name, extraFields] of [
      ['nuk', 'both', {}],
      ['nuk', 'admin', { storeId: 'UK-1001' }],
      ['ndach', 'returns', {}],
      ['ndach', 'admin', { storeId: 'DE-2001' }],
    ] as const) {
      const otherClient = createReturnsClient(await portal.signInOnce(region, name), region);
      expect(await otherClient.read(json.key, extraFields)).toMatchObject(notFoundError);
    }
    expect((await client.read(json.key)).status).toBe(200);
  });

  test('is not found under an unknown key, and a malformed key is invalid', async () => {
    const { json } = await client.presign();
    expect(await client.read(json.key)).toMatchObject(notFoundError);
    const folder = json.key.slice(0, json.key.lastIndexOf('/'));
    for (const key of [folder, `${folder}/`, `${folder}/../x`, '../../etc/passwd', 'assets/index.html'])
      expect(await client.read(key)).toMatchObject(notFoundError);
    for (const key of ['', 'a b', 'a%2Fb', 'x'.repeat(201), 7])
      expect(await client.read(key as string)).toMatchObject(validationErrorAt('key'));
  });

  const maxBytes = returnLimits.file.bytes;
  test.each([
    ['more than a file may have', maxBytes, maxBytes + 1, 400, 'EntityTooLarge'],
    ['more than was announced', 10, 11, 400, 'EntityTooLarge'],
    ['empty', maxBytes, 0, 400, 'EntityTooSmall'],
    ['exactly as announced', 10, 10, 204, undefined],
    ['exactly the maximum', maxBytes, maxBytes, 204, undefined],
  ])(
    'is accepted or rejected by the bucket according to its size: %s',
    async (_, announcedBytes, bytes, status, code) => {
      const { json } = await client.presign(announcedBytes);
      const response = await postFile(json, new Uint8Array(bytes));
      expect([response.status, /<Code>(\w+)</.exec(response.text)?.[1]]).toEqual([status, code]);
      expect(await isInBucket(json.url, json.key)).toBe(status === 204);
    },
  );

  test('is rejected if its announced size exceeds the limit', async () =>
    expect(await client.presign(maxBytes + 1)).toMatchObject(validationErrorAt('bytes')));

  test('is only accepted with its presigned key and fields', async () => {
    const { json } = await client.presign();
    const changes: Record<string, string>[] = [
      { key: `${json.key}x` },
      { key: 'uploads/nuk/somebody/x' },
      { 'Content-Type': 'text/html' },
      { acl: 'public-read' },
      { 'x-amz-meta-a': 'b' },
      { Policy: btoa(atob(json.fields['Policy'] ?? '').replace(/\["content-length-range".*?\],?/, '')) },
    ];
    for (const change of changes) expect((await postFile(json, file, change)).status).toBe(403);
    expect(await isInBucket(json.url, json.key)).toBe(false);
  });
});

test('rejects hostile files while other requests succeed', async () => {
  const seed = 7;
  const hostileCount = 30;
  const validCount = 6;
  const files = buildHostileFiles(seed, hostileCount, validCount).filter(
    ({ bytes }) => bytes.length > 0 && bytes.length <= returnLimits.file.bytes,
  );
  const otherStoreClient = createReturnsClient(await portal.signInOnce('nuk', 'both'));
  const load = { isDone: false, responseCount: 0 };
  // Requests of another store during all uploads.
  const otherRequests = (async () => {
    while (!load.isDone) {
      const [list, booking] = await Promise.all([otherStoreClient.list(), otherStoreClient.book()]);
      expect([list.status, booking.status]).toEqual([200, 201]);
      load.responseCount += 1;
    }
  })();
  const outcomes: string[] = [];
  for (let start = 0; start < files.length; start += 4) {
    const batch = files.slice(start, start + 4);
    const responses = await Promise.all(batch.map(async ({ bytes }) => client.read(await client.upload(bytes))));
    for (const { status, json } of responses) {
      expect(status).toBe(200);
      outcomes.push(json.report.outcome === 'refused' ? json.report.code : json.report.outcome);
    }
  }
  load.isDone = true;
  await otherRequests;
  expect(load.responseCount).toBeGreaterThan(0);
  // The valid files name another store, which only becomes known after reading.
  expect(outcomes.filter((outcome) => outcome === 'ReturnsFileOtherStore').length).toBeGreaterThanOrEqual(validCount);
  expect(new Set(outcomes).size).toBeGreaterThan(3);
  const { json } = await client.read(await client.upload(createReturnsCsv('UK-1001', 'AFTER', createLines(3))));
  expect(json.report).toMatchObject({ outcome: 'read', rows: 3 });
}, 60_000);
