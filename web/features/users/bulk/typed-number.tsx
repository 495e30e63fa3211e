import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useState } from 'react';
import { limits } from '#shared/limits.ts';
import { useTexts } from '#web/language/i18n.ts';

/** Before many are changed at once, somebody types how many: a field for it, and what is missing until it is right. */
export const useTypedNumber = (count: number) => {
  const { t } = useTexts();
  const [typed, setTyped] = useState('');
  if (count <= limits.bulk.untypedRows) return { field: null, missing: undefined };
  const label = t('users.bulk.dialog.typeNumber', { number: count });
  return {
    field: (
      <FormField label={label}>
        <Input
          value={typed}
          onChange={({ detail }) => setTyped(detail.value)}
          inputMode="numeric"
          autoComplete={false}
        />
      </FormField>
    ),
    // With or without the signs between thousands.
    missing: Number(typed.replaceAll(/\D/g, '')) === count ? undefined : label,
  };
};
