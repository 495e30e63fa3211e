import * as z from 'zod/mini';
import * as field from '#shared/api/fields.ts';
import { route } from '#shared/api/route.ts';
import { limits } from '#shared/config/limits.ts';
import { bulkActions, failedRow, job } from '#shared/jobs/job.ts';
import { roles } from '#shared/users/groups.ts';

const adminGet = { method: 'GET', audience: ['admin'] } as const;
const adminStart = { method: 'POST', audience: ['admin'], status: 202, output: job } as const;

/** Created by the browser as an idempotency key: a retry does not start a second job. */
const id = z.uuid();

export const jobs = {
  /**
   * Starts the import of the rows that `readUserFile` has read for the caller, under its `jobId`. Throws JobRunning while
   * another job of the region is running, and UsersFileOutdated if the file has to be read again.
   */
  startImport: route({
    ...adminStart,
    path: '/jobs/{region}/import',
    input: z.strictObject({
      region: field.region,
      id,
      /** True if the admin has confirmed the store ids that may lack leading zeros. */
      acceptsDoubtfulRows: z.boolean(),
    }),
  }),
  /**
   * Invites users again whose invitation has expired before they finished registering; a job without rows is done
   * immediately.
   */
  startResend: route({
    ...adminStart,
    path: '/jobs/{region}/resend',
    input: z.strictObject({ region: field.region, id }),
  }),
  startActions: route({
    ...adminStart,
    path: '/jobs/{region}/actions',
    bodyBytes: 400_000,
    input: z.strictObject({
      region: field.region,
      id,
      action: z.enum(bulkActions),
      role: z.optional(z.enum(roles)),
      subs: z.array(field.sub).check(z.minLength(1), z.maxLength(limits.bulk.rows)),
    }),
    rules: ({ action, role }) => {
      const needsRole = action === 'addToGroup' || action === 'removeFromGroup';
      if (needsRole && role === undefined) return [{ path: 'role', rule: 'required' }];
      if (!needsRole && role !== undefined) return [{ path: 'role', rule: 'pattern' }];
      return [];
    },
  }),
  /**
   * Undoes the region's last import: restores store and roles of users that it updated, and deletes users that it invited unless they have
   * finished registering. Users changed since then stay unchanged and are reported as failed rows. Throws NotFound, JobRunning, or
   * ImportNotLatest for an earlier import.
   */
  startUndo: route({
    ...adminStart,
    path: '/jobs/{region}/undo',
    input: z.strictObject({ region: field.region, id, undoes: z.uuid() }),
  }),
  /**
   * Returns the region's running jobs (at most two, one of them a revocation), or the latest finished one, and how
   * many users the caller may still invite or change today.
   */
  latestJob: route({
    ...adminGet,
    path: '/jobs/{region}/latest',
    input: z.strictObject({ region: field.region }),
    output: z.object({ jobs: z.array(job), emailsLeft: z.optional(z.int()) }),
  }),
  findJob: route({
    ...adminGet,
    path: '/jobs/{region}/job',
    input: z.strictObject({ region: field.region, id }),
    output: job,
  }),
  listFailedRows: route({
    ...adminGet,
    path: '/jobs/{region}/failed-rows',
    input: z.strictObject({ region: field.region, id }),
    output: z.object({ items: z.array(failedRow) }),
  }),
  stopJob: route({
    ...adminStart,
    path: '/jobs/{region}/stop',
    status: 200,
    input: z.strictObject({ region: field.region, id }),
  }),
} as const;
