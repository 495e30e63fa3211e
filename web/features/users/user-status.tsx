import './users.css';
import type { UserSummary } from '#shared/users/user.ts';
import { useTexts } from '#web/language/i18n.ts';
import { Pill } from '#web/ui/pill.tsx';
import type { Tone } from '#web/ui/pill.tsx';
import { inviteEndText, shownStatus } from './user-words.ts';

const tones = {
  confirmed: 'done',
  invited: 'underway',
  inviteExpired: 'waiting',
  disabled: 'ended',
} as const satisfies Record<ReturnType<typeof shownStatus>, Tone>;

type Props = {
  readonly user: Pick<UserSummary, 'status' | 'enabled' | 'inviteExpiresAt'>;
  readonly now: Date;
};

/** How far a user has come with registering, or that they are disabled, and how long an invitation still lasts. */
export const UserStatus = ({ user, now }: Props) => {
  const texts = useTexts();
  const status = shownStatus(user);
  const end = inviteEndText(user, texts, now);
  return (
    <span className="users-status">
      <Pill tone={tones[status]}>{texts.t(`users.statuses.${status}`)}</Pill>
      {end !== undefined && <span className="users-soft">{end}</span>}
    </span>
  );
};
