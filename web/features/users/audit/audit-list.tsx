import Alert from '@cloudscape-design/components/alert';
import Autosuggest from '@cloudscape-design/components/autosuggest';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import * as field from '#shared/fields.ts';
import '#web/features/users/users.css';
import { limits } from '#shared/limits.ts';
import { users } from '#shared/routes/users.ts';
import { auditActions, auditActors } from '#shared/users/audit.ts';
import { usePlace } from '#web/browser/place.ts';
import { useTexts } from '#web/language/i18n.ts';
import { ChoiceField } from '#web/ui/list/choice-field.tsx';
import { ListSection } from '#web/ui/list/list-section.tsx';
import { PeriodField } from '#web/ui/list/period-field.tsx';
import { useRouteList } from '#web/ui/list/use-route-list.ts';
import { NothingHere } from '#web/ui/nothing-here.tsx';
import { focusHeading } from '#web/ui/page.tsx';
import { auditColumns } from './audit-words.tsx';

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

type WhoProps = {
  readonly label: string;
  /** An email address, or one of the others; blank for anybody. */
  readonly value: string;
  readonly others?: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (who: string | undefined) => void;
};

/** Filters by somebody's address: once it is complete, and one has left the field or pressed Enter. */
const WhoField = ({ label, value, others = [], onChange }: WhoProps) => {
  const { t } = useTexts();
  const shown = others.find((other) => other.value === value)?.label ?? value;
  const [typed, setTyped] = useState(shown);
  const [known, setKnown] = useState(shown);
  const [isRefused, setRefused] = useState(false);
  if (known !== shown) {
    setKnown(shown);
    setTyped(shown);
    setRefused(false);
  }

  const take = (text: string) => {
    const wanted = text.trim();
    const other = others.find((one) => one.label.toLowerCase() === wanted.toLowerCase());
    const who = other?.value ?? field.email.safeParse(text).data;
    setRefused(wanted !== '' && who === undefined);
    if ((wanted === '' || who !== undefined) && (who ?? '') !== value) onChange(who);
  };
  const input = {
    value: typed,
    onChange: ({ detail }: { readonly detail: { readonly value: string } }) => setTyped(detail.value),
    onKeyDown: ({ detail }: { readonly detail: { readonly key: string } }) => detail.key === 'Enter' && take(typed),
    onBlur: () => take(typed),
    placeholder: t('users.audit.whoHint'),
    spellcheck: false,
  };
  return (
    <FormField label={label} errorText={isRefused ? t('validation.email') : undefined}>
      {others.length === 0 ? (
        <Input {...input} type="email" autoComplete={false} />
      ) : (
        <Autosuggest
          {...input}
          options={others.map((other) => ({ value: other.label }))}
          hideEnteredTextOption
          onSelect={({ detail }) => take(detail.value)}
        />
      )}
    </FormField>
  );
};

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

export const AuditList = () => {
  const { t } = useTexts();
  const list = useAudit();
  const { action, by, person, from, to, sub } = list.filters;
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
        empty={
          <NothingHere
            title={t('users.audit.empty.title')}
            hint={t('users.audit.empty.hint', { months: limits.auditMonths })}
          />
        }
      />
    </div>
  );
};
