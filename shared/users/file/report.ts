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
  /** `row` is the one that has the same email, whatever its capitals and spaces. */
  'emailTwice',
  'noReturnsHere',
  'exists',
  /** Of an update that would take away one's own admin role. */
  'ownAccount',
  'beyondColumns',
] as const;
export type UserReasonKey = (typeof userReasonKeys)[number];

export const rowChanges = ['new', 'update', 'unchanged'] as const;
export type RowChange = (typeof rowChanges)[number];

const acceptedRow = z.object({
  ...importRow.shape,
  change: z.enum(rowChanges),
  /** Of whoever is given, or loses, the group that may do everything. */
  admin: z.optional(z.enum(['becomes', 'ceases'])),
});
export type AcceptedRow = z.output<typeof acceptedRow>;

const { reason, refusedRow, refusedFile } = refusalsOf(userColumns, userReasonKeys, usersFileProblems);
export type UserReason = z.output<typeof reason>;
export type RefusedUserRow = z.output<typeof refusedRow>;

export const usersFileReport = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('read'),
    rows: z.int(),
    accepted: z.array(acceptedRow),
    refused: z.array(refusedRow),
    /** How many users whoever asks may still have emails sent to today. */
    emailsLeft: z.optional(z.int()),
    /** Stores that the file names otherwise than the portal does, whose names stay. */
    renamed: z.array(z.object({ storeId: z.string(), known: z.string(), named: z.string() })),
    /** Visible sheets that hold something and weren't read; rows that were read although Excel hides them. */
    otherSheets: z.array(z.string()),
    hiddenRows: z.array(rowNumber),
  }),
  z.extend(refusedFile, { rows: z.optional(z.int()) }),
]);
export type UsersFileReport = z.output<typeof usersFileReport>;
export type ReadUsersFile = Extract<UsersFileReport, { readonly outcome: 'read' }>;
