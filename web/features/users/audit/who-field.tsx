import Autosuggest from '@cloudscape-design/components/autosuggest';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useState } from 'react';
import * as field from '#shared/fields.ts';
import { useTexts } from '#web/language/i18n.ts';

type Props<Other extends string> = {
  readonly label: string;
  /** An email address, or one of the others; blank for anybody. */
  readonly value: string;
  /** Who else it may be, and what they are called. */
  readonly others?: readonly { readonly value: Other; readonly label: string }[];
  readonly onChange: (who: string | undefined) => void;
};

/** Filters by somebody's address: once it is complete, and one has left the field or pressed Enter. */
export const WhoField = <Other extends string>({ label, value, others = [], onChange }: Props<Other>) => {
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
