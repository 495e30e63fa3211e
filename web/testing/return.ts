import type { ReturnRecord, ReturnSummary } from '#shared/returns/return.ts';
import { returnSummary } from '#shared/returns/return.ts';
import { buildReturn } from '#shared/testing/return.ts';

/** Creates the summary of a return with three lines. */
export const buildReturnSummary = (change: Partial<ReturnSummary> = {}): ReturnSummary => ({
  ...returnSummary.parse(buildReturn()),
  numberOfProducts: 3,
  ...change,
});

export const assignRma = (record: ReturnRecord): ReturnRecord => ({
  ...record,
  rma: 'RMA-77',
  state: 'registered',
  timeline: [...record.timeline, { type: 'rmaAssigned', at: '2026-11-03T10:00:00.000Z', eventId: 'e1', rma: 'RMA-77' }],
});
