import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';
import { roles } from '#shared/groups.ts';
import { limits } from '#shared/limits.ts';
import { listPage, periodRules } from '#shared/records/list.ts';
import { route } from '#shared/route.ts';
import { storeSchema } from '#shared/stores.ts';
import { tidyEmail } from '#shared/text/email-address.ts';
import { auditEvent, auditFilter } from '#shared/users/audit.ts';
import { sessionKey, signInObstacle, userSession } from '#shared/users/sign-in-check.ts';
import { idleDays, newUser, userDetails, userStatuses, userSummary } from '#shared/users/user.ts';

const admins = ['admin'] as const;

const version = z.int().check(z.gte(0));

/** One user in any state: taking rights away overwrites nothing, so a version, which older pages still send, is ignored. */
const anyUser = { region: field.region, sub: field.sub, version: z.optional(version) };

/** One user, as whoever changes them last saw them: `version` is an optimistic lock. */
const oneUser = { ...anyUser, version };
const role = z.enum(roles);

const told = { method: 'GET', audience: admins } as const;
const changed = { method: 'POST', audience: admins, output: userDetails } as const;

export const users = {
  /** By email. A page may hold fewer rows than asked for, even none, where filters leave them out. */
  listUsers: route({
    ...told,
    path: '/users/{region}',
    input: z.strictObject({
      region: field.region,
      limit: field.pageSize,
      cursor: z.optional(field.cursor),
      /** How an email begins; after a `*` what stands anywhere in the email or in the store's name. */
      search: z.optional(z.string().check(z.overwrite(tidyEmail), z.minLength(1), z.maxLength(limits.text.email))),
      /** Of enabled users, unless `enabled` says otherwise. */
      status: z.optional(z.enum(userStatuses)),
      role: z.optional(role),
      enabled: z.optional(z.enum(['true', 'false'])),
      storeId: z.optional(field.storeId),
      /** Last sign-in, or without one the user's making, at least so many days ago. */
      idleDays: z.optional(z.enum(idleDays)),
    }),
    output: listPage(userSummary),
  }),
  /** A user with their sessions, and what keeps them from signing in. Throws UserNotFoundException. */
  findUser: route({
    ...told,
    path: '/users/{region}/user',
    input: z.strictObject({ region: field.region, sub: field.sub }),
    output: z.object({ user: userDetails, sessions: z.array(userSession), obstacles: z.array(signInObstacle) }),
  }),
  /** Invites a user. Throws UsernameExistsException. */
  registerUser: route({
    ...changed,
    path: '/users/{region}',
    status: 201,
    daily: 'emails',
    input: z.strictObject({ region: field.region, ...newUser }),
  }),
  enableUser: route({ ...changed, path: '/users/{region}/enable', input: z.strictObject(oneUser) }),
  disableUser: route({ ...changed, path: '/users/{region}/disable', input: z.strictObject(anyUser) }),
  deleteUser: route({
    method: 'POST',
    path: '/users/{region}/delete',
    audience: admins,
    input: z.strictObject(anyUser),
    output: z.object({}),
  }),
  /** Throws InvitationNotPending for whoever has chosen a password. */
  resendInvitation: route({
    ...changed,
    path: '/users/{region}/resend-invitation',
    daily: 'emails',
    input: z.strictObject(oneUser),
  }),
  addToGroup: route({
    ...changed,
    path: '/users/{region}/add-to-group',
    daily: 'emails',
    input: z.strictObject({ ...oneUser, role }),
  }),
  removeFromGroup: route({
    ...changed,
    path: '/users/{region}/remove-from-group',
    input: z.strictObject({ ...anyUser, role }),
  }),
  changeStore: route({
    ...changed,
    path: '/users/{region}/change-store',
    input: z.strictObject({ ...oneUser, storeId: newUser.storeId, storeName: newUser.storeName }),
  }),
  /** A store's name, at all of its users. Throws NotFound for one that the region doesn't have. */
  renameStore: route({
    method: 'POST',
    path: '/users/{region}/rename-store',
    audience: admins,
    input: z.strictObject({ region: field.region, storeId: newUser.storeId, storeName: newUser.storeName }),
    output: storeSchema,
  }),
  endSessions: route({
    ...changed,
    path: '/users/{region}/end-sessions',
    input: z.strictObject({ ...anyUser, session: z.optional(sessionKey) }),
  }),
  /** For a user whose telephone is lost: the next sign-in asks for no code. */
  resetSecondFactor: route({ ...changed, path: '/users/{region}/reset-second-factor', input: z.strictObject(oneUser) }),
  /** Newest first, of a user or of the region. */
  listAuditEvents: route({
    ...told,
    path: '/users/{region}/audit',
    input: z.strictObject({ region: field.region, ...auditFilter }),
    rules: periodRules,
    output: listPage(auditEvent),
  }),
} as const;
