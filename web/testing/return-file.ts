import { fireEvent, screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { FileColumn } from '#shared/returns/file/columns.ts';
import { fileColumns } from '#shared/returns/file/columns.ts';
import type { ReasonKey } from '#shared/returns/file/rejections.ts';
import type { FileReport, ReadFileReport, RejectedRow } from '#shared/returns/file/report.ts';
import { buildReturnLine } from '#shared/testing/return.ts';
import { apiError } from './auth.ts';
import { answerReturns, item, openReturn, today } from './return-booking.tsx';
import { answerUploads } from './upload.ts';

/** SHA-256 of a file, in hexadecimal. */
export const fileHash = 'a'.repeat(64);

export const buildAcceptedRow = (row: number, serialNumber = `F${row}`) => ({
  row,
  ...buildReturnLine({
    product: item.key,
    productDescription: item.label,
    purchaseDate: '2026-11-01',
    returnDate: today,
    serialNumber,
  }),
});

/** Reason for rejecting a row. The related row is, for example, the one with the same serial number. */
type RejectionReason = readonly [column: FileColumn | null, key: ReasonKey, relatedRow?: number];

/** Creates a rejected row with correct values, except for the given overrides. */
export const buildRejectedRow = (
  row: number,
  reasons: readonly RejectionReason[],
  overrides: { readonly [Column in FileColumn]?: string } = {},
): RejectedRow => {
  const { ean, label: productDescription } = item;
  const correctValues = { storeId: 'UK001', storeRefNo: 'FILE-1', ean, productDescription, purchaseDate: '01/11/2026' };
  const values = { ...correctValues, serialNumber: `R${row}`, ...overrides };
  return {
    row,
    values: fileColumns.map((column) => values[column]),
    reasons: reasons.map(([column, key, relatedRow]) => ({
      column,
      key,
      ...(relatedRow !== undefined && { row: relatedRow }),
    })),
  };
};

export const buildReadReport = (change: Partial<ReadFileReport> = {}): ReadFileReport => ({
  outcome: 'read',
  storeId: 'UK001',
  storeRefNo: 'FILE-1',
  rows: (change.accepted?.length ?? 0) + (change.dropped?.length ?? 0) + (change.refused?.length ?? 0),
  accepted: [],
  dropped: [],
  refused: [],
  otherSheets: [],
  hiddenRows: [],
  unnamed: [],
  contradictions: [],
  ...change,
});

type Answer = {
  readonly report: FileReport;
  readonly hash?: string;
  readonly sentBefore?: unknown;
};

/** Opens the booking page with a server that returns these reports in order and then repeats the last one. Serial number queries find nothing. */
export const openWithFiles = async (...answers: Answer[]) => {
  let readCount = 0;
  const server = answerReturns({
    fallback: (path) => {
      if (path === '/returns/nuk/uploads')
        return { body: { key: `uploads/${readCount}`, url: 'https://bucket.example/', fields: { policy: 'p' } } };
      if (path !== '/returns/nuk/files') return apiError('NotFound', 404);
      const answer = answers[Math.min(readCount, answers.length - 1)];
      readCount += 1;
      return { body: { hash: fileHash, ...answer } };
    },
  });
  const uploads = answerUploads({ status: 204 });
  const { user } = await openReturn();
  return {
    ...server,
    user,
    uploads,
    requestBodies: (path: string) =>
      server.requests.filter(({ url }) => url.pathname === `/api/returns/nuk/${path}`).map(({ body }) => body),
  };
};

export const buildCsvFile = (name = 'returns.csv', content = 'store id;…') =>
  new File([content], name, { type: 'text/csv' });

export const chooseFile = (user: UserEvent, file: File = buildCsvFile()) => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('No file can be chosen.');
  return user.upload(input, file);
};

export const findReportHeading = (name = 'returns.csv') => screen.findByRole('heading', { name: `Report on ${name}` });

export const readFile = async (user: UserEvent, file: File = buildCsvFile()) => {
  await chooseFile(user, file);
  return findReportHeading(file.name);
};

export const openReport = async (...answers: Answer[]) => {
  const portal = await openWithFiles(...answers);
  await readFile(portal.user);
  return portal;
};

/** Simulates pasting spreadsheet cells or files from the clipboard. */
export const paste = (text: string, target: Element = document.body, files: readonly File[] = []) =>
  fireEvent.paste(target, { clipboardData: { files, getData: (type: string) => (type === 'text/plain' ? text : '') } });
