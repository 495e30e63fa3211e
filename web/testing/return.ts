import { returnItems } from '#shared/catalogue/returns.ts';
import type { ReturnRecord, ReturnSummary, StoredLine } from '#shared/returns/return.ts';
import { summarizeLines } from '#shared/returns/return.ts';

const summary: ReturnSummary = {
  id: '6b1f3c8e-2d4a-4c19-8f77-5e0d9a3b1c22',
  rma: null,
  state: 'submitted',
  storeRefNo: 'RET-1',
  storeId: 'UK001',
  storeName: 'Oxford Street',
  createdAt: '2026-11-02T09:30:00.000Z',
  products: ['super-mario-odyssey'],
  kindsOfProducts: 1,
  numberOfProducts: 3,
};

export const buildReturnSummary = (fields: Partial<ReturnSummary> = {}): ReturnSummary => ({ ...summary, ...fields });

/** Creates a line as the server stores it, with the EAN of its product. */
export const buildReturnLine = (fields: Partial<StoredLine> = {}): StoredLine => {
  const product = fields.product ?? 'super-mario-odyssey';
  return {
    product,
    ean: returnItems.find(({ key }) => key === product)?.ean ?? '9520001000072',
    productDescription: 'Super Mario Odyssey',
    purchaseDate: '2026-10-20',
    returnDate: '2026-11-01',
    serialNumber: 'S1',
    ...fields,
  };
};

/** Creates a complete return as the server returns it. */
export const buildReturn = (fields: Partial<ReturnRecord> = {}): ReturnRecord => {
  const lines = fields.lines ?? [buildReturnLine()];
  return {
    ...summary,
    ...summarizeLines(lines),
    lines,
    version: 1,
    timeline: [{ type: 'booked', at: '2026-11-02T09:30:00.000Z', by: 'sam@nuk.example' }],
    ...fields,
  };
};

export const assignRma = (record: ReturnRecord): ReturnRecord => ({
  ...record,
  rma: 'RMA-77',
  state: 'registered',
  timeline: [...record.timeline, { type: 'rmaAssigned', at: '2026-11-03T10:00:00.000Z', eventId: 'e1', rma: 'RMA-77' }],
});
