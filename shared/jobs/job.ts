import * as z from 'zod/mini';
import * as field from '#shared/api/fields.ts';
import { limits } from '#shared/config/limits.ts';
import { newUser } from '#shared/users/user.ts';

/**
 * Reasons why the portal stopped a job: the admin who started it lost their rights (`starterOutside`: left the region),
 * or the start failed before the job reached the queue (`notBegun`).
 */
const stopReasons = ['starterDisabled', 'starterDeleted', 'starterDemoted', 'starterOutside', 'notBegun'] as const;
export type StopReason = (typeof stopReasons)[number];

/** Bulk actions on users; named after the routes for a single user. */
export const bulkActions = ['resendInvitation', 'enable', 'disable', 'addToGroup', 'removeFromGroup'] as const;
export type BulkAction = (typeof bulkActions)[number];

/** Outcomes of a row: `done` is for all jobs but imports, `invited` and `updated` for imports, the others for any job. */
export const rowOutcomes = ['invited', 'updated', 'unchanged', 'done', 'failed'] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

/** Progress of a job. Each region runs one job at a time, plus one revocation job. */
export const job = z.object({
  id: z.uuid(),
  kind: z.enum(['import', 'resend', 'actions', 'undo'] as const),
  state: z.enum(['running', 'done', 'stopped'] as const),
  action: z.optional(z.enum(bulkActions)),
  /** Number of rows. */
  total: z.int(),
  outcomes: z.record(z.enum(rowOutcomes), z.int()),
  /** Email of the admin who started the job. */
  by: z.string(),
  stopReason: z.optional(z.enum(stopReasons)),
  startedAt: field.instant,
  /** Time when the last row was processed, or the job ended. */
  updatedAt: field.instant,
  /** The region's job before this one. */
  previous: z.optional(z.uuid()),
  /** For an undo: the import that it reverts. */
  undoes: z.optional(z.uuid()),
});
export type Job = z.output<typeof job>;

/** Returns whether a job revokes rights; such a job waits for no other job, not even in its own region. */
export const isRevocationJob = ({ action }: Pick<Job, 'action'>): boolean =>
  action === 'disable' || action === 'removeFromGroup';

/** Returns the number of finished rows. */
export const countFinishedRows = ({ outcomes }: Pick<Job, 'outcomes'>): number =>
  Object.values(outcomes).reduce((sum, count) => sum + count, 0);

/** Row of an import: its number in the file, and the user. */
export const importRow = z.strictObject({ row: z.int().check(z.gte(1), z.lte(limits.bulk.fileRows)), ...newUser });
export type ImportRow = z.output<typeof importRow>;

/** Failed row as it was sent, for a correction and a new import; `reason` is a code of shared/api/errors.ts. */
export const failedRow = z.object({
  row: z.int(),
  email: z.string(),
  storeId: z.string(),
  storeName: z.string(),
  roles: newUser.roles,
  reason: z.string(),
});
export type FailedRow = z.output<typeof failedRow>;
