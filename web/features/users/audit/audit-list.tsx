import Alert from '@cloudscape-design/components/alert';
import Autosuggest from '@cloudscape-design/components/autosuggest';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import * as field from '#shared/api/fields.ts';
import '#web/features/users/users.css';
import { users } from '#shared/api/routes/users.ts';
import { limits } from '#shared/config/limits.ts';
import { auditActions, auditActors } from '#shared/users/audit.ts';
import { usePlace } from '#web/browser/place.ts';
import { ChoiceField } from '#web/components/lists/choice-field.tsx';
import { ListSection } from '#web/components/lists/list-section.tsx';
import { PeriodField } from '#web/components/lists/period-field.tsx';
import { useRouteList } from '#web/components/lists/use-route-list.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { focusHeading } from '#web/ui/page.tsx';
import { createAuditColumns } from './audit-columns.tsx';

const useAuditList = () => {
  const texts = useTexts();
  const { prefix, region } = usePlace();
  return useRouteList({
    name: 'userAudit',
    route: users.listAuditEvents,
    toRows: (response) => response,
    location: useLocation(),
    columns: useMemo(() => createAuditColumns(texts, { prefix, region }), [texts, prefix, region]),
    order: () => ({ column: 'at', isDescending: true }),
    toRowsText: (count) => texts.t('list.count.userAudit', { count }),
    file: { name: texts.t('users.audit.fileName'), title: texts.t('users.audit.sheetTitle') },
    firstFilter: 'action',
  });
};

type UserFilterProps = {
  readonly label: string;
  /** Email or the value of an option; '' without a filter. */
  readonly value: string;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (actor: string | undefined) => void;
};

/** Filter by a user's email, applied on Enter or blur if the email is valid. */
const UserFilterField = ({ label, value, options = [], onChange }: UserFilterProps) => {
  const { t } = useTexts();
  const currentText = options.find((option) => option.value === value)?.label ?? value;
  const [typedText, setTypedText] = useState(currentText);
  const [previousText, setPreviousText] = useState(currentText);
  const [isInvalid, setInvalid] = useState(false);
  // The field follows the filter when that changes elsewhere, for example with the browser's Back button.
  if (previousText !== currentText) {
    setPreviousText(currentText);
    setTypedText(currentText);
    setInvalid(false);
  }

  const applyText = (text: string) => {
    const trimmedText = text.trim();
    const matchingOption = options.find((candidate) => candidate.label.toLowerCase() === trimmedText.toLowerCase());
    const actor = matchingOption?.value ?? field.email.safeParse(text).data;
    setInvalid(trimmedText !== '' && actor === undefined);
    if ((trimmedText === '' || actor !== undefined) && (actor ?? '') !== value) onChange(actor);
  };
  const inputProps = {
    value: typedText,
    onChange: ({ detail }: { readonly detail: { readonly value: string } }) => setTypedText(detail.value),
    onKeyDown: ({ detail }: { readonly detail: { readonly key: string } }) =>
      detail.key === 'Enter' && applyText(typedText),
    onBlur: () => applyText(typedText),
    placeholder: t('users.audit.whoHint'),
    spellcheck: false,
  };
  return (
    <FormField label={label} errorText={isInvalid ? t('validation.email') : undefined}>
      {options.length === 0 ? (
        <Input {...inputProps} type="email" autoComplete={false} />
      ) : (
        <Autosuggest
          {...inputProps}
          options={options.map((option) => ({ value: option.label }))}
          hideEnteredTextOption
          onSelect={({ detail }) => applyText(detail.value)}
        />
      )}
    </FormField>
  );
};

const Filters = ({ list }: { readonly list: ReturnType<typeof useAuditList> }) => {
  const { t } = useTexts();
  const { by, person, from, to } = list.filters;
  const { filter } = list.view;
  return (
    <>
      <UserFilterField
        label={t('users.audit.fields.email')}
        value={person ?? ''}
        onChange={(email) => filter({ person: email })}
      />
      <UserFilterField
        label={t('users.audit.fields.by')}
        value={by ?? ''}
        options={auditActors.map((value) => ({ value, label: t(`users.audit.actors.${value}`) }))}
        onChange={(actor) => filter({ by: actor })}
      />
      <PeriodField
        value={{ from, to }}
        today={list.today}
        onChange={(period) => filter({ from: period.from, to: period.to })}
      />
    </>
  );
};

export const AuditList = () => {
  const { t } = useTexts();
  const list = useAuditList();
  const { action, by, person, from, to, sub } = list.filters;
  return (
    <div className="users-list">
      {sub !== undefined && (
        <Alert
          type="info"
          action={
            <Button
              onClick={() => {
                // The focus moves first, because the filter's alert and its button disappear.
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
        firstFilter={
          <div data-field="action">
            <ChoiceField
              label={t('users.audit.fields.action')}
              all={t('list.any')}
              choices={auditActions.map((value) => ({ value, label: t(`users.audit.actions.${value}`) }))}
              value={action}
              onChange={(value) => list.view.filter({ action: value })}
            />
          </div>
        }
        otherFilterValues={[person, by, from ?? to]}
        filters={<Filters list={list} />}
        label={t('users.tabs.audit')}
        loadingText={t('users.audit.loading')}
        empty={
          <EmptyState
            title={t('users.audit.empty.title')}
            hint={t('users.audit.empty.hint', { months: limits.auditMonths })}
          />
        }
      />
    </div>
  );
};
