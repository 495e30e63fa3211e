import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { newUser } from '#shared/users/user.ts';

/** Why the portal stopped a job by itself: its starter lost their rights, or its start broke off before the job reached the queue. */
const stopReasons = ['starterDisabled', 'starterDeleted', 'starterDemoted', 'starterOutside', 'notBegun'] as const;
export type StopReason = (typeof stopReasons)[number];

/** What can be done to many users at once; the names are those of the routes for one. */
export const bulkActions = ['resendInvitation', 'enable', 'disable', 'addToGroup', 'removeFromGroup'] as const;
export type BulkAction = (typeof bulkActions)[number];

export const rowOutcomes = ['invited', 'updated', 'unchanged', 'done', 'failed'] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

/** How far a job is. One of a region runs at a time, and beside it one that takes rights away. */
export const job = z.object({
  id: z.uuid(),
  kind: z.enum(['import', 'resend', 'actions', 'undo'] as const),
  state: z.enum(['running', 'done', 'stopped'] as const),
  action: z.optional(z.enum(bulkActions)),
  total: z.int(),
  outcomes: z.record(z.enum(rowOutcomes), z.int()),
  by: z.string(),
  stopReason: z.optional(z.enum(stopReasons)),
  startedAt: field.instant,
  /** When the last row was done, or the job ended. */
  updatedAt: field.instant,
  previous: z.optional(z.uuid()),
  /** Of an undo: the import that is undone. */
  undoes: z.optional(z.uuid()),
});
export type Job = z.output<typeof job>;

/** Whether a job takes rights away: it waits for no other work, not of its own region either. */
export const takesAway = ({ action }: Pick<Job, 'action'>): boolean =>
  action === 'disable' || action === 'removeFromGroup';

/** How many rows of a job are over with. */
export const rowsDone = ({ outcomes }: Pick<Job, 'outcomes'>): number =>
  Object.values(outcomes).reduce((sum, count) => sum + count, 0);

/** A row of an import: its number in the file, and the user. */
export const importRow = z.strictObject({ row: z.int().check(z.gte(1), z.lte(limits.bulk.fileRows)), ...newUser });
export type ImportRow = z.output<typeof importRow>;

/** A row that failed, as it was sent, so that it can be corrected and sent again; `reason` is a code of shared/errors.ts. */
export const failedRow = z.object({
  row: z.int(),
  email: z.string(),
  storeId: z.string(),
  storeName: z.string(),
  roles: newUser.roles,
  reason: z.string(),
});
export type FailedRow = z.output<typeof failedRow>;
