import FormField from '@cloudscape-design/components/form-field';
import type { ReactNode } from 'react';
import { useTexts } from '#web/language/i18n.ts';

const labels = {
  product: 'repairs.fields.product',
  accessories: 'repairs.fields.accessories',
  issue: 'repairs.fields.issue',
  serialNumber: 'repairs.fields.serialNumber',
  purchaseDate: 'repairs.fields.purchaseDate',
  storeRefNo: 'repairs.fields.storeRefNo',
  detailedDescription: 'repairs.fields.detailedDescription',
} as const;

type Props = {
  readonly name: keyof typeof labels;
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
  const label = t(labels[name]);
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
