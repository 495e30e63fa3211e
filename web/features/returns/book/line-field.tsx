import FormField from '@cloudscape-design/components/form-field';
import type { ReactNode } from 'react';
import { useTexts } from '#web/language/i18n.ts';
import { lineFieldName } from './focus-line-field.ts';
import { lineLabels } from './line-labels.ts';
import type { LineField as Name } from './line-problems.ts';
import type { LineForm } from './use-line-form.ts';

type Props = {
  readonly name: Name;
  readonly form: LineForm;
  readonly children: ReactNode;
};

/** A labelled field of a line with what is wrong with it. */
export const LineField = ({ name, form, children }: Props) => {
  const { t } = useTexts();
  return (
    <div data-field={lineFieldName(form.scope, name)}>
      <FormField label={t(lineLabels[name])} errorText={form.errorOf(name)} stretch>
        {children}
      </FormField>
    </div>
  );
};
