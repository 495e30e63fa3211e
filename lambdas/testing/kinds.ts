import { createRepairHandlers } from '#lambdas/functions/repairs/repair-handlers.ts';
import { createReturnHandlers } from '#lambdas/functions/returns/return-handlers.ts';
import type { RecordRow } from '#lambdas/lib/records/record-kind.ts';
import { buildRepairRow, repairKind } from '#lambdas/lib/records/repair.ts';
import { buildReturnRow, returnKind } from '#lambdas/lib/records/return.ts';
import { buildRepairContent } from '#shared/testing/repair.ts';
import type { buildContext } from './callers.ts';
import { now } from './callers.ts';
import { createInMemoryRepairs, buildStaffRepair } from './repairs.ts';
import { createInMemoryReturns } from './returns.ts';
import { buildStoredReturn, buildLines } from './rows.ts';

type TestHandler<Body> = (input: object, context: ReturnType<typeof buildContext>) => Promise<{ body: Body }>;

export type AnyRow = RecordRow & { readonly [field: string]: unknown };

type Kind = {
  readonly name: 'repairs' | 'returns';
  readonly errorPrefix: 'Repair' | 'Return';
  readonly createHandlers: (collaborators: object) => {
    readonly book: TestHandler<AnyRow>;
    readonly list: TestHandler<{ readonly items: readonly AnyRow[]; readonly cursor?: string }>;
    readonly correct: TestHandler<AnyRow>;
    readonly withdraw: TestHandler<AnyRow>;
  };
  readonly buildRow: (overrides?: object) => AnyRow;
  readonly createInMemoryRecords: (...rows: readonly AnyRow[]) => Pick<
    ReturnType<typeof createInMemoryRepairs>,
    'search'
  > & {
    readonly rowByKey: Map<string, AnyRow>;
  } & Record<string, unknown>;
  readonly buildContent: (serialNumber?: string) => object;
};

const toKind = (kind: { readonly [Name in keyof Kind]: unknown }) => kind as Kind;

/** Repairs and returns, for tests of their common behavior. */
export const kinds: readonly Kind[] = [
  toKind({
    name: repairKind.name,
    errorPrefix: 'Repair',
    createHandlers: (collaborators: never) => {
      const { bookRepair, listRepairs, correctRepair, withdrawRepair } = createRepairHandlers(collaborators);
      return { book: bookRepair, list: listRepairs, correct: correctRepair, withdraw: withdrawRepair };
    },
    buildRow: buildStaffRepair,
    createInMemoryRecords: createInMemoryRepairs,
    buildContent: (serialNumber = 'XTW70012345678') => buildRepairContent({ serialNumber }),
  }),
  toKind({
    name: returnKind.name,
    errorPrefix: 'Return',
    createHandlers: (collaborators: never) => {
      const { bookReturn, listReturns, correctReturn, withdrawReturn } = createReturnHandlers(collaborators);
      return { book: bookReturn, list: listReturns, correct: correctReturn, withdraw: withdrawReturn };
    },
    buildRow: (overrides: object = {}) => buildStoredReturn({ storeRefNo: 'Ref 1', ...overrides }),
    createInMemoryRecords: createInMemoryReturns,
    buildContent: (serialNumber = 'XKW') => ({
      lines: buildLines(3).map((line, index) => ({ ...line, serialNumber: `${serialNumber}${index}` })),
    }),
  }),
];

export const addEntries = (row: AnyRow, ...entries: readonly object[]): AnyRow => {
  const changedRow = { ...row, version: row.version + entries.length, timeline: [...row.timeline, ...entries] };
  return ('lines' in row ? buildReturnRow(changedRow as never) : buildRepairRow(changedRow as never)) as AnyRow;
};

export const rmaEntry = { type: 'rmaAssigned', at: now.toISOString(), eventId: 'e1', rma: 'UK50000001' };
