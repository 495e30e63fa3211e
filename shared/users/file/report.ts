import * as z from 'zod/mini';
import { importRow } from '#shared/jobs/job.ts';
import { fileProblems, refusalsOf, rowNumber } from '#shared/spreadsheet.ts';
import { userColumns } from './columns.ts';

export const usersFileProblems = [...fileProblems, 'UsersFileWrongHeaders', 'UsersFileTooManyRows'] as const;
export type UsersFileProblem = (typeof usersFileProblems)[number];

/** Why a row is refused; the column, and so the key, is told beside it. */
export const userReasonKeys = [
  'missing',
  'formula',
  /** #N/A and the like. */
  'errorValue',
  /** Excel made a date of what was typed, or shortened a number. */
  'notText',
  'tooLong',
  'invalidText',
  /** `signs` are in it that nobody sees. */
  'unseen',
  'emailMalformed',
  /** Neither true nor false, in any of the languages. */
  'notBoolean',
  /** `row` is another one that has the same email, whatever its capitals and spaces. */
  'emailTwice',
  'noReturnsHere',
  'exists',
  /** Of an update that would take away one's own admin role. */
  'ownAccount',
  /** A number that no store has, and that may have lost zeros in front of it. The row has a `user`. */
  'storeIdZeros',
  /** Each of `storeIds` could be meant. */
  'storeUnclear',
  'beyondColumns',
] as const;
export type UserReasonKey = (typeof userReasonKeys)[number];

export const rowChanges = ['new', 'update', 'unchanged'] as const;
export type RowChange = (typeof rowChanges)[number];

/** A row with the store that it means, under the name that this store has or will have. */
const acceptedRow = z.object({
  ...importRow.shape,
  change: z.enum(rowChanges),
  /** Of whoever is given, or loses, the group that may do everything. */
  admin: z.optional(z.enum(['becomes', 'ceases'])),
  /** Of an update: what the user has so far. */
  previous: z.optional(z.object({ storeId: z.string(), storeName: z.string(), roles: importRow.shape.roles })),
  /** The store id as the file writes it, where that is not the id of the store which it means. */
  namedStoreId: z.optional(z.string()),
  /** Of a store that does not exist yet. */
  isNewStore: z.optional(z.literal(true)),
  /** What the file calls a new store, where an earlier row calls it otherwise. */
  otherStoreName: z.optional(z.string()),
});
export type AcceptedRow = z.output<typeof acceptedRow>;

const { reason, refusedRow, refusedFile } = refusalsOf(userColumns, userReasonKeys, usersFileProblems);
export type UserReason = z.output<typeof reason>;

/** The `user` is what a row says whose store id alone is doubtful: somebody who has looked at it may take the row as it stands. */
const refusedUserRow = z.extend(refusedRow, { user: z.optional(acceptedRow) });
export type RefusedUserRow = z.output<typeof refusedUserRow>;

export const usersFileReport = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('read'),
    rows: z.int(),
    accepted: z.array(acceptedRow),
    refused: z.array(refusedUserRow),
    /** How many users whoever asks may still have emails sent to today. */
    emailsLeft: z.optional(z.int()),
    /** Stores that the file names otherwise than the portal does, whose names stay. */
    renamed: z.array(z.object({ storeId: z.string(), known: z.string(), named: z.string() })),
    /** Headers of further columns, which are passed over. */
    otherColumns: z.array(z.string()),
    /** Visible sheets that hold something and weren't read; rows that were read although Excel hides them. */
    otherSheets: z.array(z.string()),
    hiddenRows: z.array(rowNumber),
  }),
  z.extend(refusedFile, { rows: z.optional(z.int()) }),
]);
export type UsersFileReport = z.output<typeof usersFileReport>;
export type ReadUsersFile = Extract<UsersFileReport, { readonly outcome: 'read' }>;
