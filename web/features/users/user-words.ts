import type { Role } from '#shared/groups.ts';
import type { UserSummary } from '#shared/users/user.ts';
import type { Texts } from '#web/language/i18n.ts';

/** The groups of a user in one line; blank for none. */
export const rolesText = (roles: readonly Role[], { t }: Pick<Texts, 't'>): string =>
  roles.map((role) => t(`users.roles.${role}`)).join(', ');

/** What is said of a user: whoever is disabled can neither sign in nor finish registering. */
export const shownStatus = ({ status, enabled }: Pick<UserSummary, 'status' | 'enabled'>) =>
  enabled ? status : 'disabled';

const minute = 60_000;
const units = [
  ['day', 24 * 60 * minute],
  ['hour', 60 * minute],
  ['minute', minute],
] as const;

/** How far off an ISO instant is, in the language's words: `in 2 days`, `3 hours ago`. Whole units count, so that nothing is promised that isn't there any more. */
export const relativeTime = (iso: string, now: Date, locale: string): string => {
  const difference = Date.parse(iso) - now.getTime();
  const [unit, size] = units.find(([, milliseconds]) => Math.abs(difference) >= milliseconds) ?? ['minute', minute];
  return new Intl.RelativeTimeFormat(locale).format(Math.trunc(difference / size), unit);
};

/** How long an invitation can still be used, or since when it no longer can; undefined where none is pending. */
export const inviteEndText = (
  { status, enabled, inviteExpiresAt }: Pick<UserSummary, 'status' | 'enabled' | 'inviteExpiresAt'>,
  { t, locale }: Pick<Texts, 't' | 'locale'>,
  now: Date,
): string | undefined => {
  if (!enabled || status === 'confirmed' || inviteExpiresAt === undefined) return undefined;
  const when = relativeTime(inviteExpiresAt, now, locale);
  return t(status === 'invited' ? 'users.expires' : 'users.expired', { when });
};
