import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import '#web/ui/timeline.css';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import { regions } from '#shared/regions.ts';
import type { Output } from '#shared/route.ts';
import type { users } from '#shared/routes/users.ts';
import { usePlace } from '#web/browser/place.ts';
import type { QueryState } from '#web/data/use-query.ts';
import { actorText } from '#web/features/users/audit/audit-words.ts';
import { Changes } from '#web/features/users/audit/changes.tsx';
import { useTexts } from '#web/language/i18n.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Loading, LoadFailed } from '#web/ui/list/loading.tsx';
import { NothingHere } from '#web/ui/nothing-here.tsx';

type Events = Output<typeof users.listAuditEvents>;

type Props = {
  readonly history: QueryState<Events> & { readonly reload: () => void };
};

/** What has happened to a user: what, by whom, when, before and after; newest first. */
export const UserHistory = ({ history }: Props) => {
  const texts = useTexts();
  const { t, formatInstant } = texts;
  const place = usePlace();
  const { timeZone } = regions[place.region];
  const title = t('users.user.history');
  const content = () => {
    if (history.status === 'idle' || history.status === 'loading') return <Loading text={t('users.audit.loading')} />;
    if (history.status === 'failed') return <LoadFailed failure={history} onRetry={history.reload} />;
    const { items } = history.data;
    const [latest] = items;
    if (latest === undefined)
      return (
        <NothingHere
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
                <time dateTime={event.at}>{formatInstant(event.at, timeZone)}</time> · {actorText(event.by, texts)}
              </div>
            </li>
          ))}
        </ol>
        <LinkButton
          href={`${paths.manageUsers(place)}?${new URLSearchParams({ view: 'audit', person: latest.email })}`}
        >
          {t('users.user.wholeHistory')}
        </LinkButton>
      </SpaceBetween>
    );
  };
  return <Container header={<Header variant="h2">{title}</Header>}>{content()}</Container>;
};
