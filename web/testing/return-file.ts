import { fireEvent, screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { FileColumn } from '#shared/returns/file/columns.ts';
import { fileColumns } from '#shared/returns/file/columns.ts';
import type { FileReport, ReadFileReport, ReasonKey, RefusedRow } from '#shared/returns/file/report.ts';
import { refusal } from './auth.ts';
import { answerReturns, item, openReturn, today } from './return-booking.tsx';
import { answerUploads } from './upload.ts';

export const hash = 'a'.repeat(64);

export const acceptedRow = (row: number, serialNumber = `F${row}`) => ({
  row,
  product: item.key,
  ean: item.ean,
  productDescription: item.label,
  purchaseDate: '2026-11-01',
  returnDate: today,
  serialNumber,
});

/** Why a row is refused: the column, the reason, and the row that it is about. */
type Because = readonly [FileColumn | null, ReasonKey, number?];

/** A refused row, with what it says in place of what would be right. */
export const refusedRow = (
  row: number,
  reasons: readonly Because[],
  wrong: { readonly [Column in FileColumn]?: string } = {},
): RefusedRow => {
  const { ean, label: productDescription } = item;
  const right = { storeId: 'UK001', storeRefNo: 'FILE-1', ean, productDescription, purchaseDate: '01/11/2026' };
  const values = { ...right, serialNumber: `R${row}`, ...wrong };
  return {
    row,
    values: fileColumns.map((column) => values[column]),
    reasons: reasons.map(([column, key, other]) => ({ column, key, ...(other !== undefined && { row: other }) })),
  };
};

export const readReport = (change: Partial<ReadFileReport> = {}): ReadFileReport => ({
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

/** A portal that reads files as told: the first as the first answer says, and so on; the last answer stays. Asked by itself it knows no serial number. */
export const openWithFiles = async (...answers: Answer[]) => {
  let read = 0;
  const server = answerReturns({
    others: (path) => {
      if (path === '/returns/nuk/uploads')
        return { body: { key: `uploads/${read}`, url: 'https://bucket.example/', fields: { policy: 'p' } } };
      if (path !== '/returns/nuk/files') return refusal('NotFound', 404);
      const answer = answers[Math.min(read, answers.length - 1)];
      read += 1;
      return { body: { hash, ...answer } };
    },
  });
  const uploads = answerUploads({ status: 204 });
  const { user } = await openReturn();
  return {
    ...server,
    user,
    uploads,
    asked: (path: string) =>
      server.requests.filter(({ url }) => url.pathname === `/api/returns/nuk/${path}`).map(({ body }) => body),
  };
};

export const csvFile = (name = 'returns.csv', content = 'store id;…') =>
  new File([content], name, { type: 'text/csv' });

export const chooseFile = (user: UserEvent, file: File = csvFile()) => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('No file can be chosen.');
  return user.upload(input, file);
};

export const reportHeading = (name = 'returns.csv') => screen.findByRole('heading', { name: `Report on ${name}` });

export const readFile = async (user: UserEvent, file: File = csvFile()) => {
  await chooseFile(user, file);
  return reportHeading(file.name);
};

export const openReport = async (...answers: Answer[]) => {
  const portal = await openWithFiles(...answers);
  await readFile(portal.user);
  return portal;
};

/** Pastes what a spreadsheet puts into the clipboard. */
export const paste = (text: string, target: Element = document.body, files: readonly File[] = []) =>
  fireEvent.paste(target, { clipboardData: { files, getData: (type: string) => (type === 'text/plain' ? text : '') } });
