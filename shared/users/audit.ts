import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';
import { roles } from '#shared/groups.ts';
import { job } from '#shared/jobs/job.ts';

/** THE events of a user, each under `users.audit.actions` in every locale. */
export const auditActions = [
  'invited',
  'invitationResent',
  'enabled',
  'disabled',
  'deleted',
  'addedToGroup',
  'removedFromGroup',
  /** Several groups in one change. */
  'groupsChanged',
  'storeChanged',
  /** Of a store's name; in the history of the admin who did it. */
  'storeRenamed',
  'sessionsEnded',
  'passwordSet',
  'passwordChanged',
  'passwordReset',
  'secondFactorOn',
  'secondFactorOff',
  'codesRefused',
  /** Changed in Cognito past the portal, and found by the reconciliation. */
  'reconciled',
  'jobStarted',
  'jobStopped',
  'jobEnded',
] as const;
export type AuditAction = (typeof auditActions)[number];

const auditedFacts = z.partial(
  z.object({
    roles: z.array(z.enum(roles)),
    inRegion: z.boolean(),
    enabled: z.boolean(),
    status: z.enum(['confirmed', 'invited']),
    storeId: z.string(),
    storeName: z.string(),
    secondFactor: z.boolean(),
  }),
);
export type AuditedFacts = z.output<typeof auditedFacts>;

/** As much of a job as its events tell; `admins`: how many of its rows may make somebody an admin. */
const auditedJob = z.extend(z.pick(job, { kind: true, action: true, total: true, outcomes: true, stopReason: true }), {
  role: z.optional(z.enum(roles)),
  admins: z.int(),
});

/** Actors that are no users. */
export const auditActors = ['operator', 'reconciliation', 'portal'] as const;

/** Who did what to whom, and when. `by` is an email, or one of `auditActors`. */
export const auditEvent = z.object({
  id: z.string(),
  at: field.instant,
  by: z.string(),
  action: z.enum(auditActions),
  sub: z.string(),
  email: z.string(),
  before: z.optional(auditedFacts),
  after: z.optional(auditedFacts),
  job: z.optional(auditedJob),
  /** Of the request, the job or the command that did it. */
  requestId: z.optional(z.string()),
});
export type AuditEvent = z.output<typeof auditEvent>;

export const auditFilter = {
  limit: field.pageSize,
  cursor: z.optional(field.cursor),
  sub: z.optional(field.sub),
  action: z.optional(z.enum(auditActions)),
  by: z.optional(z.union([z.enum(auditActors), field.email])),
  /** The address of whom it was done to: whoever has, or had, it. */
  person: z.optional(field.email),
  /** First and last day, in the region's calendar. */
  from: z.optional(field.calendarDate),
  to: z.optional(field.calendarDate),
};
