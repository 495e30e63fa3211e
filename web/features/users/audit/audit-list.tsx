import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { limits } from '#shared/limits.ts';
import { users } from '#shared/routes/users.ts';
import { auditActions, auditActors } from '#shared/users/audit.ts';
import { usePlace } from '#web/browser/place.ts';
import '#web/features/users/users.css';
import { useTexts } from '#web/language/i18n.ts';
import { ChoiceField } from '#web/ui/list/choice-field.tsx';
import { ListSection } from '#web/ui/list/list-section.tsx';
import { PeriodField } from '#web/ui/list/period-field.tsx';
import { useRouteList } from '#web/ui/list/use-route-list.ts';
import { NothingHere } from '#web/ui/nothing-here.tsx';
import { focusHeading } from '#web/ui/page.tsx';
import { auditColumns } from './audit-columns.tsx';
import { WhoField } from './who-field.tsx';

/** What has happened to the users of the region as the address asks for it. */
const useAudit = () => {
  const texts = useTexts();
  const { prefix, region } = usePlace();
  return useRouteList({
    name: 'userAudit',
    route: users.listAuditEvents,
    ask: (input, through) => through(users.listAuditEvents, input),
    location: useLocation(),
    columns: useMemo(() => auditColumns(texts, { prefix, region }), [texts, prefix, region]),
    order: () => ({ column: 'at', isDescending: true }),
    file: { name: texts.t('users.audit.fileName'), title: texts.t('users.audit.sheetTitle') },
    firstFilter: 'action',
  });
};

/** What one can narrow the history down by, beside what happened: to whom, who did it, and when. */
const Filters = ({ list }: { readonly list: ReturnType<typeof useAudit> }) => {
  const { t } = useTexts();
  const { by, person, from, to } = list.filters;
  const { filter } = list.view;
  return (
    <>
      <WhoField
        label={t('users.audit.fields.email')}
        value={person ?? ''}
        onChange={(email) => filter({ person: email })}
      />
      <WhoField
        label={t('users.audit.fields.by')}
        value={by ?? ''}
        others={auditActors.map((value) => ({ value, label: t(`users.audit.actors.${value}`) }))}
        onChange={(who) => filter({ by: who })}
      />
      <PeriodField
        value={{ from, to }}
        today={list.today}
        onChange={(period) => filter({ from: period.from, to: period.to })}
      />
    </>
  );
};

/** What has happened to the users of the region, newest first, or to the one that the address names. */
export const AuditList = () => {
  const { t } = useTexts();
  const list = useAudit();
  const { action, by, person, from, to, sub } = list.filters;
  const [title, hint] = [t('users.audit.empty.title'), t('users.audit.empty.hint', { months: limits.auditMonths })];
  const empty = useMemo(() => <NothingHere title={title} hint={hint} />, [title, hint]);
  return (
    <div className="users-list">
      {sub !== undefined && (
        <Alert
          type="info"
          action={
            <Button
              onClick={() => {
                // The button goes with what it undoes.
                focusHeading();
                list.view.filter({ sub: undefined });
              }}
            >
              {t('users.audit.ofAllUsers')}
            </Button>
          }
        >
          {t('users.audit.ofOneUser')}
        </Alert>
      )}
      <ListSection
        list={list}
        first={
          <div data-field="action">
            <ChoiceField
              label={t('users.audit.fields.action')}
              all={t('list.any')}
              choices={auditActions.map((value) => ({ value, label: t(`users.audit.actions.${value}`) }))}
              value={action}
              onChange={(chosen) => list.view.filter({ action: chosen })}
            />
          </div>
        }
        others={[person, by, from ?? to]}
        filters={<Filters list={list} />}
        label={t('users.tabs.audit')}
        loadingText={t('users.audit.loading')}
        empty={empty}
      />
    </div>
  );
};
