import FormField from '@cloudscape-design/components/form-field';
import type { ReactNode } from 'react';
import type { ContentField, RepairContent } from '#shared/repairs/content.ts';
import type { repairs } from '#shared/routes/repairs.ts';
import { useTexts } from '#web/language/i18n.ts';
import type { TextKey } from '#web/language/i18n.ts';
import type { FormValues } from '#web/ui/form/use-form.ts';

/** What a repair says, as far as it is filled in. */
type ContentValues = Pick<FormValues<typeof repairs.bookRepair>, keyof RepairContent>;

/** A form that holds what a repair says: a new booking, or a correction. */
export type ContentForm = {
  readonly values: ContentValues;
  // A method, so that a form with more fields is one of these.
  set<Field extends keyof ContentValues>(field: Field, value: ContentValues[Field]): void;
  readonly errorOf: (field: keyof ContentValues) => string | undefined;
};

/** What the fields are called, in the order of the page. */
export const contentLabels = {
  serialNumber: 'repairs.fields.serialNumber',
  product: 'repairs.fields.product',
  isOnlyAccessories: 'repairs.fields.isOnlyAccessories',
  issue: 'repairs.fields.issue',
  accessories: 'repairs.fields.accessories',
  detailedDescription: 'repairs.fields.detailedDescription',
  purchaseDate: 'repairs.fields.purchaseDate',
} as const satisfies Record<ContentField, TextKey>;

type Props = {
  readonly name: ContentField | 'storeRefNo';
  readonly error: string | undefined;
  /** Advice; it holds nobody up. */
  readonly advice?: string | undefined;
  readonly isOptional?: boolean;
  readonly hint?: string | undefined;
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
