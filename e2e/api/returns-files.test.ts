import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, test } from '@jest/globals';
import ExcelJS from 'exceljs';
import { hostileFiles } from '#lambdas/testing/files/hostile-files.ts';
import { developerKey } from '#scripts/local-cloud/iam/iam.ts';
import { postFile } from '#scripts/testing/browser.ts';
import { fileColumns, fileHeaders } from '#shared/returns/file/columns.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import { notFound, refusedAt, soon } from './bookings.ts';
import { sharedPortalForTests } from './portal.ts';
import { csvOf, linesOf, newSerial, returnsDeskOf, today } from './return-bookings.ts';

// No RMA number comes in between.
const portal = sharedPortalForTests();

let desk: ReturnType<typeof returnsDeskOf>;
beforeAll(async () => {
  desk = returnsDeskOf(await portal.signedIn('nuk', 'returns'));
});

/** Whether a file still waits in the bucket, past all grants. */
const isWaiting = async (url: string, key: string): Promise<boolean> => {
  const { endpoints, region } = portal.cloud();
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

const workbookOf = async (storeId: string, storeRefNo: string, lines: ReturnType<typeof linesOf>) => {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Returns');
  sheet.addRow(fileColumns.map((column) => fileHeaders[column].de[0]));
  for (const { ean, productDescription, purchaseDate, serialNumber } of lines)
    sheet.addRow([storeId, storeRefNo, Number(ean), productDescription, new Date(purchaseDate), serialNumber]);
  sheet.getColumn(5).numFmt = 'dd.mm.yyyy';
  return new Uint8Array(await book.xlsx.writeBuffer());
};

describe('a file of returns', () => {
  test.each([
    ['.csv', async (...args: Parameters<typeof csvOf>) => csvOf(...args)],
    ['.xlsx', workbookOf],
  ])('goes from %s to a report, to a booking, and is known when it comes again', async (_, fileOf) => {
    const lines = linesOf(40);
    const reference = `FILE-${newSerial()}`;
    const file = await fileOf('UK-1001', reference, lines);

    const { status, json } = await desk.read(await desk.upload(file));
    expect(status).toBe(200);
    const { report, hash } = json;
    if (report.outcome !== 'read') throw new Error(JSON.stringify(report));
    expect(report).toMatchObject({ storeId: 'UK-1001', storeRefNo: reference, rows: 40, dropped: [], refused: [] });
    expect(report.accepted).toEqual(lines.map((line, index) => ({ row: index + 2, ...line, returnDate: today() })));
    expect(json).not.toHaveProperty('sentBefore');

    const accepted = report.accepted.map(({ row: __, ...line }) => line);
    const { json: booked } = await desk.book({ storeRefNo: reference, files: [hash], lines: accepted });
    expect(booked.numberOfProducts).toBe(40);

    const { id, createdAt } = booked;
    const sentBefore = { storeRefNo: reference, id, createdAt, by: 'returns@nuk.example', lines: 40 };
    await soon(async () =>
      expect((await desk.read(await desk.upload(file))).json).toEqual({ hash, report, sentBefore }),
    );
  });

  test('sent by one store is not known to another, whose file it is not either', async () => {
    const storeRefNo = 'CANARY-OTHERS';
    const file = csvOf('UK-1001', storeRefNo, linesOf(2));
    const { json: mine } = await desk.read(await desk.upload(file));
    await desk.book({ storeRefNo, files: [mine.hash] });
    await soon(async () => expect((await desk.read(await desk.upload(file))).json).toHaveProperty('sentBefore'));
    const other = returnsDeskOf(await portal.signedIn('nuk', 'both'));
    const { json } = await other.read(await other.upload(file));
    const stores = [{ storeId: 'UK-1001', storeRefNo, rows: [2, 3] }];
    expect(json).toEqual({ hash: mine.hash, report: { outcome: 'refused', code: 'ReturnsFileOtherStore', stores } });
  });

  test('is read for the store that an admin names', async () => {
    const admin = returnsDeskOf(await portal.signedIn('nuk', 'admin'));
    const file = csvOf('UK-1002', 'CANARY-ADMIN', linesOf(2));
    expect((await admin.read(await admin.upload(file), { storeId: 'UK-1002' })).json.report.outcome).toBe('read');
    const { report } = (await admin.read(await admin.upload(file), { storeId: 'UK-1001' })).json;
    expect(report).toMatchObject({ outcome: 'refused', code: 'ReturnsFileOtherStore' });
    for (const storeId of [undefined, 'UK-9999', 'DE-2001'])
      expect(await admin.read(await admin.upload(file), { storeId })).toMatchObject(refusedAt('storeId'));
  });
});

describe('an upload', () => {
  const file = csvOf('UK-1001', 'R-1', linesOf(1));

  test('is gone once it was read', async () => {
    const { json } = await desk.presign();
    await postFile(json, file);
    expect(await isWaiting(json.url, json.key)).toBe(true);
    expect((await desk.read(json.key)).status).toBe(200);
    expect(await isWaiting(json.url, json.key)).toBe(false);
    expect(await desk.read(json.key)).toMatchObject(notFound);
  });

  test('of somebody else is neither read nor removed, by colleague, admin or the other region', async () => {
    const { json } = await desk.presign();
    await postFile(json, file);
    for (const [region, name, more] of [
      ['nuk', 'both', {}],
      ['nuk', 'admin', { storeId: 'UK-1001' }],
      ['ndach', 'returns', {}],
      ['ndach', 'admin', { storeId: 'DE-2001' }],
    ] as const) {
      const other = returnsDeskOf(await portal.signedIn(region, name), region);
      expect(await other.read(json.key, more)).toMatchObject(notFound);
    }
    expect((await desk.read(json.key)).status).toBe(200);
  });

  test('that was never made is not found, and nothing outside is reached', async () => {
    const { json } = await desk.presign();
    expect(await desk.read(json.key)).toMatchObject(notFound);
    const folder = json.key.slice(0, json.key.lastIndexOf('/'));
    for (const key of [folder, `${folder}/`, `${folder}/../x`, '../../etc/passwd', 'assets/index.html'])
      expect(await desk.read(key)).toMatchObject(notFound);
    for (const key of ['', 'a b', 'a%2Fb', 'x'.repeat(201), 7])
      expect(await desk.read(key as string)).toMatchObject(refusedAt('key'));
  });

  const most = returnLimits.file.bytes;
  test.each([
    ['of more than a file may have', most, most + 1, 400, 'EntityTooLarge'],
    ['of more than it was asked for', 10, 11, 400, 'EntityTooLarge'],
    ['of none', most, 0, 400, 'EntityTooSmall'],
    ['of as many as it was asked for', 10, 10, 204, undefined],
    ['of as many as a file may have', most, most, 204, undefined],
  ])('is taken or refused by the bucket itself by its bytes: %s', async (_, asked, bytes, status, code) => {
    const { json } = await desk.presign(asked);
    const answer = await postFile(json, new Uint8Array(bytes));
    expect([answer.status, /<Code>(\w+)</.exec(answer.text)?.[1]]).toEqual([status, code]);
    expect(await isWaiting(json.url, json.key)).toBe(status === 204);
  });

  test('is announced with its size, which may not be more than a file’s', async () =>
    expect(await desk.presign(most + 1)).toMatchObject(refusedAt('bytes')));

  test('goes nowhere but where its presigned POST says, as nothing else', async () => {
    const { json } = await desk.presign();
    const changes: Record<string, string>[] = [
      { key: `${json.key}x` },
      { key: 'uploads/nuk/somebody/x' },
      { 'Content-Type': 'text/html' },
      { acl: 'public-read' },
      { 'x-amz-meta-a': 'b' },
      { Policy: btoa(atob(json.fields['Policy'] ?? '').replace(/\["content-length-range".*?\],?/, '')) },
    ];
    for (const change of changes) expect((await postFile(json, file, change)).status).toBe(403);
    expect(await isWaiting(json.url, json.key)).toBe(false);
  });
});

test('hostile files are refused one by one while everybody else goes on, and good ones among them are read', async () => {
  const files = hostileFiles(7, 30, 6).filter(
    ({ bytes }) => bytes.length > 0 && bytes.length <= returnLimits.file.bytes,
  );
  const neighbour = returnsDeskOf(await portal.signedIn('nuk', 'both'));
  const busy = { done: false, answers: 0 };
  // Somebody at another counter, all the while.
  const others = (async () => {
    while (!busy.done) {
      const [list, booking] = await Promise.all([neighbour.list(), neighbour.book()]);
      expect([list.status, booking.status]).toEqual([200, 201]);
      busy.answers += 1;
    }
  })();
  const outcomes: string[] = [];
  for (let at = 0; at < files.length; at += 4) {
    const batch = files.slice(at, at + 4);
    const answers = await Promise.all(batch.map(async ({ bytes }) => desk.read(await desk.upload(bytes))));
    for (const { status, json } of answers) {
      expect(status).toBe(200);
      outcomes.push(json.report.outcome === 'refused' ? json.report.code : json.report.outcome);
    }
  }
  busy.done = true;
  await others;
  expect(busy.answers).toBeGreaterThan(0);
  // Good ones are another store's, which the report says; a store's name is read before that is known.
  expect(outcomes.filter((outcome) => outcome === 'ReturnsFileOtherStore').length).toBeGreaterThanOrEqual(6);
  expect(new Set(outcomes).size).toBeGreaterThan(3);
  const { json } = await desk.read(await desk.upload(csvOf('UK-1001', 'AFTER', linesOf(3))));
  expect(json.report).toMatchObject({ outcome: 'read', rows: 3 });
}, 60_000);
