import * as z from 'zod/mini';
import * as field from '#shared/api/fields.ts';
import { preloadedPaths } from '#shared/api/preloaded-paths.ts';
import { route } from '#shared/api/route.ts';
import { limits } from '#shared/config/limits.ts';
import { listPage, periodRules } from '#shared/records/list.ts';
import { storeSchema } from '#shared/stores/stores.ts';
import { tidyEmail } from '#shared/text/email-address.ts';
import { auditEvent, auditFilter } from '#shared/users/audit.ts';
import { roles } from '#shared/users/groups.ts';
import { sessionKey, signInObstacle, userSession } from '#shared/users/sign-in-check.ts';
import { idleDays, newUser, userDetails, userStatuses, userSummary } from '#shared/users/user.ts';

const adminsOnly = ['admin'] as const;

const version = z.int().check(z.gte(0));

/**
 * User in any version. A revocation does not overwrite other changes, so it ignores `version`, which older pages still
 * send.
 */
const userInput = { region: field.region, sub: field.sub, version: z.optional(version) };

/** User with the `version` that the caller has seen (optimistic locking). */
const versionedUserInput = { ...userInput, version };
const role = z.enum(roles);

const adminGet = { method: 'GET', audience: adminsOnly } as const;
const adminPost = { method: 'POST', audience: adminsOnly, output: userDetails } as const;
const adminRevocation = { ...adminPost, isRevocation: true } as const;

export const users = {
  /** Lists users by email. Because of filters, a page may contain fewer rows than requested, or none. */
  listUsers: route({
    ...adminGet,
    path: preloadedPaths.listUsers,
    input: z.strictObject({
      region: field.region,
      limit: field.pageSize,
      cursor: z.optional(field.cursor),
      /** Prefix of the email address; after a `*`, any part of the email address or the store's name. */
      search: z.optional(z.string().check(z.overwrite(tidyEmail), z.minLength(1), z.maxLength(limits.text.email))),
      /** Applies to enabled users, unless `enabled` is given. */
      status: z.optional(z.enum(userStatuses)),
      role: z.optional(role),
      enabled: z.optional(z.enum(['true', 'false'])),
      storeId: z.optional(field.storeId),
      /** Minimum number of days since the last sign-in, or since the creation of the user. */
      idleDays: z.optional(z.enum(idleDays)),
    }),
    output: listPage(userSummary),
  }),
  /** Returns a user with their sessions and the reasons why they cannot sign in. Throws UserNotFoundException. */
  findUser: route({
    ...adminGet,
    path: preloadedPaths.findUser,
    input: z.strictObject({ region: field.region, sub: field.sub }),
    output: z.object({ user: userDetails, sessions: z.array(userSession), obstacles: z.array(signInObstacle) }),
  }),
  /** Invites a user. Throws UsernameExistsException. */
  registerUser: route({
    ...adminPost,
    path: '/users/{region}',
    status: 201,
    daily: 'emails',
    input: z.strictObject({ region: field.region, ...newUser }),
  }),
  enableUser: route({ ...adminPost, path: '/users/{region}/enable', input: z.strictObject(versionedUserInput) }),
  disableUser: route({ ...adminRevocation, path: '/users/{region}/disable', input: z.strictObject(userInput) }),
  deleteUser: route({
    ...adminRevocation,
    path: '/users/{region}/delete',
    input: z.strictObject(userInput),
    output: z.object({}),
  }),
  /** Throws InvitationNotPending for a user who has chosen a password. */
  resendInvitation: route({
    ...adminPost,
    path: '/users/{region}/resend-invitation',
    daily: 'emails',
    input: z.strictObject(versionedUserInput),
  }),
  addToGroup: route({
    ...adminPost,
    path: '/users/{region}/add-to-group',
    daily: 'emails',
    input: z.strictObject({ ...versionedUserInput, role }),
  }),
  removeFromGroup: route({
    ...adminRevocation,
    path: '/users/{region}/remove-from-group',
    input: z.strictObject({ ...userInput, role }),
  }),
  changeStore: route({
    ...adminPost,
    path: '/users/{region}/change-store',
    input: z.strictObject({ ...versionedUserInput, storeId: newUser.storeId, storeName: newUser.storeName }),
  }),
  /** Renames a store, also in the rows of its users. Throws NotFound for an unknown store. */
  renameStore: route({
    method: 'POST',
    path: '/users/{region}/rename-store',
    audience: adminsOnly,
    input: z.strictObject({ region: field.region, storeId: newUser.storeId, storeName: newUser.storeName }),
    output: storeSchema,
  }),
  endSessions: route({
    ...adminRevocation,
    path: '/users/{region}/end-sessions',
    input: z.strictObject({ ...userInput, session: z.optional(sessionKey) }),
  }),
  /** Turns off the second factor of a user who has lost their phone: the next sign-in requires no code. */
  resetSecondFactor: route({
    ...adminPost,
    path: '/users/{region}/reset-second-factor',
    input: z.strictObject(versionedUserInput),
  }),
  /** Lists audit events of a user or of the region, newest first. */
  listAuditEvents: route({
    ...adminGet,
    path: '/users/{region}/audit',
    input: z.strictObject({ region: field.region, ...auditFilter }),
    rules: periodRules,
    output: listPage(auditEvent),
  }),
} as const;
