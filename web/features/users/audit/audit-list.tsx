import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { useMemo } from 'react';
import { limits } from '#shared/limits.ts';
import { auditActions, auditActors } from '#shared/users/audit.ts';
import '#web/features/users/users.css';
import { useTexts } from '#web/language/i18n.ts';
import { ChoiceField } from '#web/ui/list/choice-field.tsx';
import { ListSection } from '#web/ui/list/list-section.tsx';
import { PeriodField } from '#web/ui/list/period-field.tsx';
import { NothingHere } from '#web/ui/nothing-here.tsx';
import { focusHeading } from '#web/ui/page.tsx';
import type { AuditState } from './use-audit.ts';
import { useAudit } from './use-audit.ts';
import { WhoField } from './who-field.tsx';

/** What one can narrow the history down by, beside what happened: to whom, who did it, and when. */
const Filters = ({ state }: { readonly state: AuditState }) => {
  const { t } = useTexts();
  const { by, person, from, to } = state.filters;
  const { filter } = state.list.view;
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
        today={state.today}
        onChange={(period) => filter({ from: period.from, to: period.to })}
      />
    </>
  );
};

/** What has happened to the users of the region, newest first, or to the one that the address names. */
export const AuditList = () => {
  const { t } = useTexts();
  const state = useAudit();
  const { list, exporting, filters, isFiltered, clearFilters } = state;
  const { action, by, person, from, to } = filters;
  const [title, hint] = [t('users.audit.empty.title'), t('users.audit.empty.hint', { months: limits.auditMonths })];
  const empty = useMemo(() => <NothingHere title={title} hint={hint} />, [title, hint]);
  return (
    <div className="users-list">
      {filters.sub !== undefined && (
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
        exporting={exporting}
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
        filters={<Filters state={state} />}
        label={t('users.tabs.audit')}
        loadingText={t('users.audit.loading')}
        empty={empty}
        isFiltered={isFiltered}
        onClearFilters={clearFilters}
      />
    </div>
  );
};
