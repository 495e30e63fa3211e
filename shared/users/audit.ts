import * as z from 'zod/mini';
import * as field from '#shared/api/fields.ts';
import { job } from '#shared/jobs/job.ts';
import { roles } from './groups.ts';

/** Audit actions, each with a text under `users.audit.actions` in every locale. */
export const auditActions = [
  'invited',
  'invitationResent',
  'enabled',
  'disabled',
  'deleted',
  'addedToGroup',
  'removedFromGroup',
  /** Several groups changed at once. */
  'groupsChanged',
  'storeChanged',
  /** Name of a store; appears in the history of the admin who changed it. */
  'storeRenamed',
  'sessionsEnded',
  'passwordSet',
  'passwordChanged',
  'passwordReset',
  'secondFactorOn',
  'secondFactorOff',
  /** Several wrong one-time codes were entered after the right password. */
  'codesRefused',
  /** Changed in Cognito directly, and detected by the reconciliation. */
  'reconciled',
  'jobStarted',
  'jobStopped',
  'jobEnded',
] as const;
export type AuditAction = (typeof auditActions)[number];

const auditSnapshot = z.partial(
  z.object({
    roles: z.array(z.enum(roles)),
    /** True if the user is in the region's group, which every right requires. */
    inRegion: z.boolean(),
    enabled: z.boolean(),
    status: z.enum(['confirmed', 'invited']),
    storeId: z.string(),
    storeName: z.string(),
    secondFactor: z.boolean(),
  }),
);
export type AuditSnapshot = z.output<typeof auditSnapshot>;

/** Data of a job for audit events; `admins` is the number of rows that may grant the admin role. */
const auditJob = z.extend(z.pick(job, { kind: true, action: true, total: true, outcomes: true, stopReason: true }), {
  role: z.optional(z.enum(roles)),
  admins: z.int(),
});

/** Actors that are not users. */
export const auditActors = ['operator', 'reconciliation', 'portal'] as const;

/** Audit event: actor, action, affected user and time. `by` is an email address or one of `auditActors`. */
export const auditEvent = z.object({
  id: z.string(),
  at: field.instant,
  by: z.string(),
  action: z.enum(auditActions),
  sub: z.string(),
  email: z.string(),
  before: z.optional(auditSnapshot),
  after: z.optional(auditSnapshot),
  job: z.optional(auditJob),
  /** Id of the request, job or command that caused the event. */
  requestId: z.optional(z.string()),
});
export type AuditEvent = z.output<typeof auditEvent>;

export const auditFilter = {
  limit: field.pageSize,
  cursor: z.optional(field.cursor),
  sub: z.optional(field.sub),
  action: z.optional(z.enum(auditActions)),
  by: z.optional(z.union([z.enum(auditActors), field.email])),
  /** Email address of the affected user, now or at the time of the event. */
  person: z.optional(field.email),
  /** First and last day, as calendar dates of the region. */
  from: z.optional(field.calendarDate),
  to: z.optional(field.calendarDate),
};
