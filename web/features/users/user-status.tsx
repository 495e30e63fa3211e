import StatusIndicator from '@cloudscape-design/components/status-indicator';
import './users.css';
import type { StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { UserSummary } from '#shared/users/user.ts';
import { useTexts } from '#web/language/i18n.ts';
import { inviteEndText, shownStatus } from './user-words.ts';

const signs = {
  confirmed: 'success',
  invited: 'pending',
  inviteExpired: 'warning',
  disabled: 'stopped',
} as const satisfies Record<ReturnType<typeof shownStatus>, StatusIndicatorProps.Type>;

type Props = {
  readonly user: Pick<UserSummary, 'status' | 'enabled' | 'inviteExpiresAt'>;
  readonly now: Date;
};

/** How far a user has come with registering, or that they are disabled: an icon, the word, and how long an invitation still lasts. */
export const UserStatus = ({ user, now }: Props) => {
  const texts = useTexts();
  const status = shownStatus(user);
  const end = inviteEndText(user, texts, now);
  return (
    <>
      <StatusIndicator type={signs[status]}>
        <span className="users-word">{texts.t(`users.statuses.${status}`)}</span>
      </StatusIndicator>
      {end !== undefined && <div className="users-soft">{end}</div>}
    </>
  );
};
