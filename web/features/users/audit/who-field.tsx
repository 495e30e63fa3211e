import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useState } from 'react';
import * as field from '#shared/fields.ts';
import { useTexts } from '#web/language/i18n.ts';

type Props = {
  /** An email address; blank for anybody. */
  readonly value: string;
  readonly onChange: (email: string | undefined) => void;
};

/** Filters by the address of whoever did something: once it is complete, and one has left the field or pressed Enter. */
export const WhoField = ({ value, onChange }: Props) => {
  const { t } = useTexts();
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const [isRefused, setRefused] = useState(false);
  if (known !== value) {
    setKnown(value);
    setTyped(value);
    setRefused(false);
  }

  const take = () => {
    if (typed.trim() === '') {
      setRefused(false);
      if (value !== '') onChange(undefined);
      return;
    }
    const email = field.email.safeParse(typed);
    setRefused(!email.success);
    if (email.success && email.data !== value) onChange(email.data);
  };
  return (
    <FormField
      label={t('users.audit.fields.by')}
      constraintText={t('users.audit.byHint')}
      errorText={isRefused ? t('validation.email') : undefined}
    >
      <Input
        type="email"
        value={typed}
        onChange={({ detail }) => setTyped(detail.value)}
        onKeyDown={({ detail }) => detail.key === 'Enter' && take()}
        onBlur={take}
        autoComplete={false}
        spellcheck={false}
      />
    </FormField>
  );
};
