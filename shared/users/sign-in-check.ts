import * as z from 'zod/mini';
import * as field from '#shared/api/fields.ts';

/** Browser and system families by User-Agent header; no versions, so that they cannot be used for tracking. */
const browsers = ['edge', 'chrome', 'firefox', 'safari', 'other'] as const;
const systems = ['windows', 'macos', 'ios', 'android', 'chromeos', 'linux', 'other'] as const;

export const device = z.object({ browser: z.enum(browsers), system: z.enum(systems) });
export type Device = z.output<typeof device>;

/** Session as shown to users: start, last refresh and device. `id` ends it. */
export const userSession = z.object({
  id: z.string(),
  startedAt: field.instant,
  lastSeenAt: field.instant,
  device,
  /** True if this is the caller's session. */
  isCurrent: z.boolean(),
});
export type UserSession = z.output<typeof userSession>;

/** Identifies a session to end; opaque to the caller. */
export const sessionKey = z.string().check(z.minLength(1), z.maxLength(100), z.regex(/^[A-Za-z0-9_-]+$/));

/** Reasons why a user cannot sign in, or has no access afterwards. `until` and `since` are ISO instants. */
export const signInObstacle = z.discriminatedUnion('type', [
  z.object({ type: z.literal('disabled') }),
  z.object({ type: z.literal('inviteExpired'), since: field.instant }),
  z.object({ type: z.literal('invited'), until: field.instant }),
  /** An email to the user bounced permanently, and they have not signed in or been invited since. */
  z.object({ type: z.literal('emailBounced'), since: field.instant }),
  z.object({ type: z.literal('outsideRegion') }),
  z.object({ type: z.literal('noRole') }),
  z.object({ type: z.literal('tooManyAttempts'), until: field.instant }),
  /** The password was correct, but the one-time codes were not. */
  z.object({ type: z.literal('tooManyCodes'), until: field.instant }),
  z.object({ type: z.literal('secondFactorMissing') }),
]);
export type SignInObstacle = z.output<typeof signInObstacle>;
