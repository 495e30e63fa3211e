import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { useMemo } from 'react';
import { limits } from '#shared/limits.ts';
import { auditActions, auditActors } from '#shared/users/audit.ts';
import { EmptyList } from '#web/features/users/empty-list.tsx';
import '#web/features/users/users.css';
import { useTexts } from '#web/language/i18n.ts';
import { ExportMenu } from '#web/ui/export/export-menu.tsx';
import { ExportStatus } from '#web/ui/export/export-status.tsx';
import { ChoiceField } from '#web/ui/list/choice-field.tsx';
import { ListFilters } from '#web/ui/list/list-filters.tsx';
import { ListNotes } from '#web/ui/list/list-notes.tsx';
import { ListTable } from '#web/ui/list/list-table.tsx';
import { ListTools } from '#web/ui/list/list-tools.tsx';
import { PeriodField } from '#web/ui/list/period-field.tsx';
import { focusHeading } from '#web/ui/page.tsx';
import type { AuditState } from './use-audit.ts';
import { useAudit } from './use-audit.ts';
import { WhoField } from './who-field.tsx';

/** What one can narrow the history down by: what happened, to whom, who did it, and when. */
const Filters = ({ state }: { readonly state: AuditState }) => {
  const { t } = useTexts();
  const { action, by, person, from, to } = state.filters;
  const { filter } = state.list.view;
  return (
    <ListFilters
      first={
        <div data-field="action">
          <ChoiceField
            label={t('users.audit.fields.action')}
            all={t('users.audit.allActions')}
            choices={auditActions.map((value) => ({ value, label: t(`users.audit.actions.${value}`) }))}
            value={action}
            onChange={(chosen) => filter({ action: chosen })}
          />
        </div>
      }
      others={[person, by, from ?? to]}
    >
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
    </ListFilters>
  );
};

/** What has happened to the users of the region, newest first, or to the one that the address names. */
export const AuditList = () => {
  const { t } = useTexts();
  const state = useAudit();
  const { list, exporting, filters, isFiltered, clearFilters } = state;
  const [title, hint] = [t('users.audit.empty.title'), t('users.audit.empty.hint', { months: limits.auditMonths })];
  const empty = useMemo(() => <EmptyList title={title} hint={hint} />, [title, hint]);
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
      <Filters state={state} />
      <ListTools
        list={list}
        actions={<ExportMenu exporting={exporting} disabledReason={list.isEmpty ? t('list.nothing') : undefined} />}
      />
      <ExportStatus exporting={exporting} />
      <ListNotes list={list} />
      <ListTable
        list={list}
        label={t('users.tabs.audit')}
        loadingText={t('users.audit.loading')}
        empty={empty}
        isFiltered={isFiltered}
        onClearFilters={clearFilters}
      />
    </div>
  );
};
