import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';
import { roles } from '#shared/groups.ts';
import { bulkActions, failedRow, importRow, job } from '#shared/jobs/job.ts';
import { limits } from '#shared/limits.ts';
import { route } from '#shared/route.ts';

const asked = { method: 'GET', audience: ['admin'] } as const;
const begun = { method: 'POST', audience: ['admin'], status: 202, output: job } as const;

/** Made by the browser: the same start sent again begins nothing twice. */
const id = z.uuid();

/** Five thousand rows with the longest texts, as JSON. */
const importBytes = 4_000_000;

export const jobs = {
  /** Throws JobRunning while another one of the region runs. */
  startImport: route({
    ...begun,
    path: '/jobs/{region}/import',
    bodyBytes: importBytes,
    input: z.strictObject({
      region: field.region,
      id,
      updateExisting: z.boolean(),
      rows: z.array(importRow).check(z.minLength(1), z.maxLength(limits.bulk.rows)),
    }),
    // Each row of the file once, and nobody twice.
    rules: ({ rows = [] }) =>
      new Set(rows.map(({ row }) => row)).size === rows.length &&
      new Set(rows.map((one) => one.email)).size === rows.length
        ? []
        : [{ path: 'rows', rule: 'pattern' }],
  }),
  /** Invites again whoever has not finished registering and whose invitation has expired; a job of no rows is done at once. */
  startResend: route({
    ...begun,
    path: '/jobs/{region}/resend',
    input: z.strictObject({ region: field.region, id }),
  }),
  startActions: route({
    ...begun,
    path: '/jobs/{region}/actions',
    bodyBytes: 400_000,
    input: z.strictObject({
      region: field.region,
      id,
      action: z.enum(bulkActions),
      role: z.optional(z.enum(roles)),
      subs: z.array(field.sub).check(z.minLength(1), z.maxLength(limits.bulk.rows)),
    }),
    rules: ({ action, role }) =>
      (action === 'addToGroup' || action === 'removeFromGroup') === (role !== undefined)
        ? []
        : [{ path: 'role', rule: role === undefined ? 'required' : 'pattern' }],
  }),
  /**
   * Undoes the region's last import: whoever it updated gets their store and roles back, whom it invited is deleted unless they have finished
   * registering. Somebody changed since then stays as they are, as a failed row. Throws NotFound, JobRunning, or ImportNotLatest for an earlier import.
   */
  startUndo: route({
    ...begun,
    path: '/jobs/{region}/undo',
    input: z.strictObject({ region: field.region, id, undoes: z.uuid() }),
  }),
  /** The region's running jobs (two at most, one of them taking rights away), or the one that ran last. And how many users the caller may still invite or change today. */
  latestJob: route({
    ...asked,
    path: '/jobs/{region}/latest',
    input: z.strictObject({ region: field.region }),
    output: z.object({ jobs: z.array(job), emailsLeft: z.optional(z.int()) }),
  }),
  findJob: route({
    ...asked,
    path: '/jobs/{region}/job',
    input: z.strictObject({ region: field.region, id }),
    output: job,
  }),
  listFailedRows: route({
    ...asked,
    path: '/jobs/{region}/failed-rows',
    input: z.strictObject({ region: field.region, id }),
    output: z.object({ items: z.array(failedRow) }),
  }),
  stopJob: route({
    ...begun,
    path: '/jobs/{region}/stop',
    status: 200,
    input: z.strictObject({ region: field.region, id }),
  }),
} as const;
