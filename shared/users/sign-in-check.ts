import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';

/** Families of browsers and systems, as User-Agent headers tell them apart; no version, so that nobody is followed by it. */
const browsers = ['edge', 'chrome', 'firefox', 'safari', 'other'] as const;
const systems = ['windows', 'macos', 'ios', 'android', 'chromeos', 'linux', 'other'] as const;

export const device = z.object({ browser: z.enum(browsers), system: z.enum(systems) });
export type Device = z.output<typeof device>;

/** A session as people see one: since when, last refreshed when, on what. `id` ends it. */
export const userSession = z.object({
  id: z.string(),
  startedAt: field.instant,
  lastSeenAt: field.instant,
  device,
  /** The one that asks. */
  isCurrent: z.boolean(),
});
export type UserSession = z.output<typeof userSession>;

/** Names a session to be ended: opaque to the caller. */
export const sessionKey = z.string().check(z.minLength(1), z.maxLength(100), z.regex(/^[A-Za-z0-9_-]+$/));

/** THE reasons why somebody can't sign in, or can't do anything once they have. `until` and `since` are ISO instants. */
export const signInObstacle = z.discriminatedUnion('type', [
  z.object({ type: z.literal('disabled') }),
  z.object({ type: z.literal('inviteExpired'), since: field.instant }),
  z.object({ type: z.literal('invited'), until: field.instant }),
  /** An email to them came back for good, and they have neither signed in nor been invited since. */
  z.object({ type: z.literal('emailBounced'), since: field.instant }),
  z.object({ type: z.literal('outsideRegion') }),
  z.object({ type: z.literal('noRole') }),
  z.object({ type: z.literal('tooManyAttempts'), until: field.instant }),
  /** The password was right, the one-time codes were not. */
  z.object({ type: z.literal('tooManyCodes'), until: field.instant }),
  z.object({ type: z.literal('secondFactorMissing') }),
]);
export type SignInObstacle = z.output<typeof signInObstacle>;
