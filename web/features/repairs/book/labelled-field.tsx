import FormField from '@cloudscape-design/components/form-field';
import type { ReactNode } from 'react';
import type { ContentField } from '#shared/repairs/content.ts';
import { useTexts } from '#web/language/i18n.ts';

type Props = {
  readonly name: ContentField | 'storeRefNo';
  readonly error: string | undefined;
  /** Advice; it holds nobody up. */
  readonly advice?: string | undefined;
  readonly isOptional?: boolean;
  readonly hint?: string;
  readonly children: ReactNode;
};

/** A labelled field of a repair with what there is to say about it. */
export const LabelledField = ({ name, error, advice, isOptional = false, hint, children }: Props) => {
  const { t } = useTexts();
  const label = t(`repairs.fields.${name}`);
  return (
    <div data-field={name}>
      <FormField
        label={
          isOptional ? (
            <>
              {label} <i>– {t('repairs.book.optional')}</i>
            </>
          ) : (
            label
          )
        }
        constraintText={hint}
        errorText={error}
        warningText={advice}
        stretch
      >
        {children}
      </FormField>
    </div>
  );
};
