import * as z from 'zod/mini';
import { importRow } from '#shared/jobs/job.ts';
import { encodingSamples, fileProblems, createRejectionSchemas, rowNumber } from '#shared/text/spreadsheet.ts';
import { userColumns } from './columns.ts';

export const usersFileProblems = [...fileProblems, 'UsersFileWrongHeaders', 'UsersFileTooManyRows'] as const;
export type UsersFileProblem = (typeof usersFileProblems)[number];

/** Reasons why a row is rejected; their texts appear next to the column's name. */
export const userReasonKeys = [
  'missing',
  'formula',
  /** #N/A and similar errors. */
  'errorValue',
  /** Excel converted the typed value to a date, or shortened a number. */
  'notText',
  'tooLong',
  'invalidText',
  /** Contains the invisible characters in `signs`. */
  'unseen',
  'emailMalformed',
  /** Not a word for true or false in any of the languages. */
  'notBoolean',
  /** `row` is another row with the same email address, ignoring case and spaces. */
  'emailTwice',
  /** The role for returns, in a region without returns. */
  'noReturnsHere',
  /** The user exists, and the admin has not chosen to update existing users. */
  'exists',
  /** Update that would revoke the caller's own admin role. */
  'ownAccount',
  /** Number of an unknown store that may have lost leading zeros. The row has a `user`. */
  'storeIdZeros',
  /** Matches each store in `storeIds`. */
  'storeUnclear',
  'beyondColumns',
] as const;
export type UserReasonKey = (typeof userReasonKeys)[number];

export const rowChanges = ['new', 'update', 'unchanged'] as const;
export type RowChange = (typeof rowChanges)[number];

/** Row with the matching store, and the name that this store has or will have. */
const acceptedRow = z.object({
  ...importRow.shape,
  change: z.enum(rowChanges),
  /** Present if the user gains or loses the admin role. */
  admin: z.optional(z.enum(['becomes', 'ceases'])),
  /** Store that the user leaves, if the row moves them. */
  previousStore: z.optional(z.object({ storeId: z.string(), storeName: z.string() })),
  /** Present if the user loses roles. */
  lostRoles: z.optional(importRow.shape.roles),
  /** Store id as written in the file, if it differs from the id of the matching store. */
  namedStoreId: z.optional(z.string()),
  /** Present for a store that does not exist yet. */
  isNewStore: z.optional(z.literal(true)),
  /** Name of a new store in this row, which is ignored because an earlier row gives another one. */
  otherStoreName: z.optional(z.string()),
});
export type AcceptedRow = z.output<typeof acceptedRow>;

const { reason, rejectedRow, rejectedFile } = createRejectionSchemas(userColumns, userReasonKeys, usersFileProblems);
export type UserReason = z.output<typeof reason>;

/** `user` is present if only the store id is in question, so that the admin can accept the row as it is. */
const rejectedUserRow = z.extend(rejectedRow, { user: z.optional(acceptedRow) });
export type RejectedUserRow = z.output<typeof rejectedUserRow>;

export const usersFileReport = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('read'),
    /** Id for starting the import, within `limits.bulk.draftHours`; absent if no row changes anything. */
    jobId: z.optional(z.uuid()),
    rows: z.int(),
    accepted: z.array(acceptedRow),
    refused: z.array(rejectedUserRow),
    /** Number of emails that the caller may still send today. */
    emailsLeft: z.optional(z.int()),
    /** Stores whose names differ in the file; the portal keeps its names. */
    renamed: z.array(z.object({ storeId: z.string(), known: z.string(), named: z.string() })),
    /** Headers of additional columns, which are ignored. */
    otherColumns: z.array(z.string()),
    /** Visible, non-empty sheets that were not read; hidden rows that were read. */
    otherSheets: z.array(z.string()),
    hiddenRows: z.array(rowNumber),
    /** Present if the admin has to confirm which character set the file uses. */
    spellings: z.optional(encodingSamples),
  }),
  z.extend(rejectedFile, { rows: z.optional(z.int()) }),
]);
export type UsersFileReport = z.output<typeof usersFileReport>;
export type ReadUsersFile = Extract<UsersFileReport, { readonly outcome: 'read' }>;
