import StatusIndicator from '@cloudscape-design/components/status-indicator';
import './users.css';
import type { StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { UserStatus as Status, UserSummary } from '#shared/users/user.ts';
import { useTexts } from '#web/language/i18n.ts';
import { inviteEndText } from './user-words.ts';

const signs = { confirmed: 'success', invited: 'pending', inviteExpired: 'warning' } as const satisfies Record<
  Status,
  StatusIndicatorProps.Type
>;

type Props = {
  readonly user: Pick<UserSummary, 'status' | 'inviteExpiresAt'>;
  readonly now: Date;
};

/** How far a user has come with registering: an icon, the word, and how long an invitation still lasts. */
export const UserStatus = ({ user, now }: Props) => {
  const texts = useTexts();
  const end = inviteEndText(user, texts, now);
  return (
    <>
      <StatusIndicator type={signs[user.status]}>
        <span className="users-word">{texts.t(`users.statuses.${user.status}`)}</span>
      </StatusIndicator>
      {end !== undefined && <div className="users-soft">{end}</div>}
    </>
  );
};
