import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import '#web/features/users/users.css';
import '#web/ui/timeline.css';
import { paths } from '#shared/api/paths.ts';
import { limits } from '#shared/config/limits.ts';
import { regions } from '#shared/config/regions.ts';
import type { UserDetails } from '#shared/users/user.ts';
import { usePlace } from '#web/browser/place.ts';
import { Loading, LoadFailed } from '#web/components/lists/loading.tsx';
import { actorText, Changes } from '#web/features/users/audit/audit-columns.tsx';
import { UserStatus } from '#web/features/users/user-texts.tsx';
import { useTexts } from '#web/i18n/i18n.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import type { useUserOperations } from './operation.ts';
import { Panel } from './user-panels.tsx';

/** Status, store and last sign-in of a user, in one line. */
export const UserLine = ({ user, now }: { readonly user: UserDetails; readonly now: Date }) => {
  const { t, formatInstant } = useTexts();
  const { timeZone } = regions[usePlace().region];
  const store = t('users.user.storeValue', { name: user.storeName, id: user.storeId });
  const lastSignInText =
    user.lastSignInAt === undefined
      ? t('users.signIn.neverYet')
      : t('users.signIn.last', { when: formatInstant(user.lastSignInAt, timeZone) });
  return (
    <>
      <UserStatus user={user} now={now} /> · {store} · {lastSignInText}
    </>
  );
};

type HistoryProps = Pick<ReturnType<typeof useUserOperations>, 'history'>;

export const UserHistory = ({ history }: HistoryProps) => {
  const texts = useTexts();
  const { t, formatInstant } = texts;
  const place = usePlace();
  const title = t('users.user.history');
  const renderContent = () => {
    if (history.status === 'idle' || history.status === 'loading') return <Loading text={t('users.audit.loading')} />;
    if (history.status === 'failed') return <LoadFailed failure={history} onRetry={history.reload} />;
    const { items } = history.data;
    const [latestEvent] = items;
    if (latestEvent === undefined)
      return (
        <EmptyState
          title={t('users.audit.empty.title')}
          hint={t('users.audit.empty.hint', { months: limits.auditMonths })}
        />
      );
    return (
      <SpaceBetween size="m">
        <ol className="timeline" aria-label={title}>
          {items.map((event) => (
            <li key={event.id}>
              <div className="timeline-what">{t(`users.audit.actions.${event.action}`)}</div>
              <Changes event={event} />
              <div className="timeline-when">
                <time dateTime={event.at}>{formatInstant(event.at, regions[place.region].timeZone)}</time> ·{' '}
                {actorText(event.by, texts)}
              </div>
            </li>
          ))}
        </ol>
        <LinkButton
          href={`${paths.manageUsers(place)}?${new URLSearchParams({ view: 'audit', person: latestEvent.email })}`}
        >
          {t('users.user.wholeHistory')}
        </LinkButton>
      </SpaceBetween>
    );
  };
  return <Panel title={title}>{renderContent()}</Panel>;
};

export const UserFacts = ({ user }: { readonly user: UserDetails }) => {
  const { t, formatInstant } = useTexts();
  const { timeZone } = regions[usePlace().region];
  const copyableSub = (
    <small className="users-wrap">
      <CopyToClipboard
        variant="inline"
        textToCopy={user.sub}
        copyButtonAriaLabel={t('users.user.copy')}
        copySuccessText={t('users.user.copied')}
        copyErrorText={t('users.user.copyFailed')}
      />
    </small>
  );
  return (
    <KeyValuePairs
      columns={3}
      minColumnWidth={220}
      items={[
        { label: t('users.fields.createdAt'), value: formatInstant(user.createdAt, timeZone) },
        { label: t('users.fields.updatedAt'), value: formatInstant(user.updatedAt, timeZone) },
        { label: t('users.fields.sub'), value: copyableSub },
      ]}
    />
  );
};
