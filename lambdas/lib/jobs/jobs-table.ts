import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { TransactItem } from '#lambdas/lib/aws/dynamodb.ts';
import { readCancellationReasons, transact, getItem } from '#lambdas/lib/aws/dynamodb.ts';
import { buildAuditItem } from '#lambdas/lib/users/audit.ts';
import { toUserId } from '#lambdas/lib/users/user-row.ts';
import type { ErrorCode } from '#shared/api/errors.ts';
import * as field from '#shared/api/fields.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { RowOutcome } from '#shared/jobs/job.ts';
import { failedRow, job, rowOutcomes } from '#shared/jobs/job.ts';
import type { AuditAction } from '#shared/users/audit.ts';
import { roles } from '#shared/users/groups.ts';

/** Stored job, with the settings that its rows need. `left` is the number of unfinished rows. */
export const jobHead = z.extend(job, {
  region: field.region,
  left: z.int(),
  role: z.optional(z.enum(roles)),
  updateExisting: z.boolean(),
  /** Number of rows that may create an admin. */
  admins: z.int(),
  site: z.string(),
  bySub: z.string(),
  /** Hash of the request and its rows; identifies a repeated start. */
  digest: z.string(),
  /** True if the job's queue message is known to be sent. */
  isSent: z.boolean(),
  expiresAt: z.int(),
});
export type JobHead = z.output<typeof jobHead>;

/** Values of a user before an import; unchanged ones are undefined. */
export const previousFacts = z.partial(
  z.object({ roles: z.array(z.enum(roles)), storeId: z.string(), storeName: z.string() }),
);

/** User that a job row is about. */
export const subject = z.object({
  /** Number of the row: that of the file for an import and its undo, otherwise counted from 1. */
  number: z.int(),
  sub: z.optional(z.string()),
  /** Values that an undo restores. An undo row without them deletes a user invited by the import. */
  previous: z.optional(previousFacts),
  /** Store that the import gave the user, for an undo row. */
  importedStoreId: z.optional(z.string()),
  ...z.omit(failedRow, { row: true, reason: true }).shape,
});
export type Subject = z.output<typeof subject>;

export const jobRow = z.extend(subject, {
  state: z.enum(['pending', 'started', ...rowOutcomes] as const),
  /** First start of the row. Changes in Cognito since then may come from this row. */
  startedAt: z.optional(field.instant),
  leaseUntil: z.optional(field.instant),
  reason: z.optional(z.string()),
});
export type JobRow = z.output<typeof jobRow>;

/** Row leased by a worker. `since` is its first start; `isRepeated` means that an earlier attempt may have completed it. */
export type LeasedRow = Subject & { readonly since: Date; readonly leaseUntil: string; readonly isRepeated: boolean };

export type LeaseResult =
  | { readonly state: 'leased'; readonly row: LeasedRow }
  | { readonly state: 'busy'; readonly until: Date }
  | { readonly state: 'finished' };

/** Result of a row; `subject` contains the user's data, if it was looked up. */
export type RowResult = {
  readonly outcome: RowOutcome;
  readonly reason?: ErrorCode;
  readonly subject?: Partial<Omit<Subject, 'number'>>;
};

/** Queue message: numbers of the rows of a job that one worker processes. */
export const slice = z.object({ region: field.region, id: z.uuid(), rows: z.array(z.int()).check(z.minLength(1)) });
export type Slice = z.output<typeof slice>;

const toJobKey = (region: RegionId, id: string) => `${region}#${id}`;

export const toItemKey = (region: RegionId, id: string, row = 'head') => ({ job: toJobKey(region, id), row });
export const toRowKey = (number: number) => `row#${String(number).padStart(7, '0')}`;

/** Builds the audit event of a job, in the history of its starter. Its id makes each event unique per job. */
export const buildJobEvent = (
  auditTable: string,
  { id, region, by: email, bySub: sub, kind, action, role, total, outcomes, admins, stopReason }: JobHead,
  jobAction: Extract<AuditAction, `job${string}`>,
  by: string,
  now: Date,
): TransactItem =>
  buildAuditItem(auditTable, {
    user: { region, sub, email, id: toUserId(region, sub) },
    action: jobAction,
    actor: { by, requestId: id },
    id: `${id}-${jobAction}`,
    now,
    job: { kind, action, role, total, outcomes, admins, stopReason },
  });

export type JobTables = { readonly jobs: string; readonly audit: string };

/** Attempts at a write that conflicts with concurrent changes. */
export const maxAttempts = 10;

export const createJobsTable = (db: DynamoDBDocumentClient, table: string) => {
  const read = (key: ReturnType<typeof toItemKey>) => getItem(db, table, key);

  /** Writes all items in one transaction, or none. Returns the indexes of the items whose condition failed. */
  const write = async (items: TransactItem[]): Promise<number[]> => {
    try {
      await transact(db, items);
      return [];
    } catch (error) {
      const failedItems = readCancellationReasons(error).flatMap((code, index) =>
        code === 'ConditionalCheckFailed' ? [index] : [],
      );
      if (failedItems.length === 0) throw error;
      return failedItems;
    }
  };

  return { read, write };
};

export type JobsTable = ReturnType<typeof createJobsTable>;
