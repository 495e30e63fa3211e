import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { TransactItem } from '#lambdas/aws/dynamodb.ts';
import { reasonsOf, transact, getItem } from '#lambdas/aws/dynamodb.ts';
import { auditItem } from '#lambdas/directory/audit.ts';
import { userId } from '#lambdas/directory/user-row.ts';
import type { ErrorCode } from '#shared/errors.ts';
import * as field from '#shared/fields.ts';
import { roles } from '#shared/groups.ts';
import type { RowOutcome } from '#shared/jobs/job.ts';
import { failedRow, job, rowOutcomes } from '#shared/jobs/job.ts';
import type { RegionId } from '#shared/regions.ts';
import type { AuditAction } from '#shared/users/audit.ts';

/** A job, and what its rows need to know of it. `left`: rows that are not over with. */
export const jobHead = z.extend(job, {
  region: field.region,
  left: z.int(),
  role: z.optional(z.enum(roles)),
  updateExisting: z.boolean(),
  /** How many of the rows may make somebody an admin. */
  admins: z.int(),
  site: z.string(),
  bySub: z.string(),
  /** Of the rows: the same start sent again is told by it. */
  digest: z.string(),
  isSent: z.boolean(),
  expiresAt: z.int(),
});
export type JobHead = z.output<typeof jobHead>;

/** What a user had before an import changed it; what it left alone is undefined. */
export const previousFacts = z.partial(
  z.object({ roles: z.array(z.enum(roles)), storeId: z.string(), storeName: z.string() }),
);

export const subject = z.object({
  number: z.int(),
  sub: z.optional(z.string()),
  /** Of a row of an undo: what the user gets back. Without it the import invited them, and they are deleted. */
  previous: z.optional(previousFacts),
  ...z.omit(failedRow, { row: true, reason: true }).shape,
});
export type Subject = z.output<typeof subject>;

export const jobRow = z.extend(subject, {
  state: z.enum(['pending', 'started', ...rowOutcomes] as const),
  /** What Cognito did from its first start on may have been done for this row. */
  startedAt: z.optional(field.instant),
  leaseUntil: z.optional(field.instant),
  reason: z.optional(z.string()),
});
export type JobRow = z.output<typeof jobRow>;

/** A row that is being done. `since`: when it was begun first; `isRepeated`: somebody has begun it before, and may have done it. */
export type LeasedRow = Subject & { readonly since: Date; readonly leaseUntil: string; readonly isRepeated: boolean };

export type Lease =
  | { readonly state: 'leased'; readonly row: LeasedRow }
  | { readonly state: 'busy'; readonly until: Date }
  | { readonly state: 'finished' };

/** How a row ended; `subject` is what was found out about whom it is. */
export type Ending = {
  readonly outcome: RowOutcome;
  readonly reason?: ErrorCode;
  readonly subject?: Partial<Omit<Subject, 'number'>>;
};

export const slice = z.object({ region: field.region, id: z.uuid(), rows: z.array(z.int()).check(z.minLength(1)) });
export type Slice = z.output<typeof slice>;

const jobKey = (region: RegionId, id: string) => `${region}#${id}`;

export const keyOf = (region: RegionId, id: string, row = 'head') => ({ job: jobKey(region, id), row });
export const rowKey = (number: number) => `row#${String(number).padStart(7, '0')}`;

/** In the history of whoever began the job; each happens once. */
export const jobEvent = (
  auditTable: string,
  { id, region, by: email, bySub: sub, kind, action, role, total, outcomes, admins, stopReason }: JobHead,
  happened: Extract<AuditAction, `job${string}`>,
  by: string,
  now: Date,
): TransactItem =>
  auditItem(auditTable, {
    user: { region, sub, email, id: userId(region, sub) },
    action: happened,
    actor: { by, requestId: id },
    id: `${id}-${happened}`,
    now,
    job: { kind, action, role, total, outcomes, admins, stopReason },
  });

export type JobTables = { readonly jobs: string; readonly audit: string };

/** How often something is tried again that somebody else was quicker at. */
export const tries = 10;

export const jobsTable = (db: DynamoDBDocumentClient, table: string) => {
  const read = (key: ReturnType<typeof keyOf>) => getItem(db, table, key);

  const write = async (items: TransactItem[]): Promise<number[]> => {
    try {
      await transact(db, items);
      return [];
    } catch (error) {
      const failed = reasonsOf(error).flatMap((code, index) => (code === 'ConditionalCheckFailed' ? [index] : []));
      if (failed.length === 0) throw error;
      return failed;
    }
  };

  return { read, write };
};

export type JobsTable = ReturnType<typeof jobsTable>;
