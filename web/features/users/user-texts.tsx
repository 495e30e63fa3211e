import './users.css';
import type { Role } from '#shared/users/groups.ts';
import type { UserSummary } from '#shared/users/user.ts';
import type { Texts } from '#web/i18n/i18n.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { Pill } from '#web/ui/pill.tsx';
import type { Tone } from '#web/ui/pill.tsx';

export const rolesText = (roles: readonly Role[], { t }: Pick<Texts, 't'>): string =>
  roles.map((role) => t(`users.roles.${role}`)).join(', ');

/** Returns the status to show. Disabled has precedence, because a disabled user can neither sign in nor complete registration. */
export const toDisplayStatus = ({ status, enabled }: Pick<UserSummary, 'status' | 'enabled'>) =>
  enabled ? status : 'disabled';

const minuteMs = 60_000;
/** Units of time, longest first, with their length in milliseconds. */
const units = [
  ['day', 24 * 60 * minuteMs],
  ['hour', 60 * minuteMs],
  ['minute', minuteMs],
] as const;

/** Formats an ISO instant relative to `now`, such as `in 2 days` or `3 hours ago`. Truncates to whole units, so that it never shows more time than remains. */
export const formatRelativeTime = (iso: string, now: Date, locale: string): string => {
  const differenceMs = Date.parse(iso) - now.getTime();
  const [unit, unitMs] = units.find(([, lengthMs]) => Math.abs(differenceMs) >= lengthMs) ?? ['minute', minuteMs];
  return new Intl.RelativeTimeFormat(locale).format(Math.trunc(differenceMs / unitMs), unit);
};

const inviteEndText = (
  { status, enabled, inviteExpiresAt }: Pick<UserSummary, 'status' | 'enabled' | 'inviteExpiresAt'>,
  { t, locale }: Pick<Texts, 't' | 'locale'>,
  now: Date,
): string | undefined => {
  if (!enabled || status === 'confirmed' || inviteExpiresAt === undefined) return undefined;
  const when = formatRelativeTime(inviteExpiresAt, now, locale);
  return t(status === 'invited' ? 'users.expires' : 'users.expired', { when });
};

const tones = {
  confirmed: 'done',
  invited: 'underway',
  inviteExpired: 'waiting',
  disabled: 'ended',
} as const satisfies Record<ReturnType<typeof toDisplayStatus>, Tone>;

type Props = {
  readonly user: Pick<UserSummary, 'status' | 'enabled' | 'inviteExpiresAt'>;
  readonly now: Date;
};

export const UserStatus = ({ user, now }: Props) => {
  const texts = useTexts();
  const status = toDisplayStatus(user);
  const endText = inviteEndText(user, texts, now);
  return (
    <span className="users-status">
      <Pill tone={tones[status]}>{texts.t(`users.statuses.${status}`)}</Pill>
      {endText !== undefined && <span className="users-soft">{endText}</span>}
    </span>
  );
};

/** Email address that wraps before its @ instead of within a word. */
export const EmailAddress = ({ children }: { readonly children: string }) => {
  const separator = children.lastIndexOf('@');
  if (separator < 1) return children;
  return (
    <>
      {children.slice(0, separator)}
      <wbr />
      {children.slice(separator)}
    </>
  );
};
