import type { ReactNode } from 'react';
import type { RuleContext } from '#shared/api/route.ts';
import type { repairs } from '#shared/api/routes/repairs.ts';
import type { ContentField, RepairContent } from '#shared/repairs/content.ts';
import type { FormValues } from '#web/components/forms/use-form.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import type { TextKey, Translate } from '#web/i18n/i18n.ts';
import { Field } from '#web/ui/form/field.tsx';

type ContentValues = Pick<FormValues<typeof repairs.bookRepair>, keyof RepairContent>;

/** Form with the content of a repair: a new booking or a correction. */
export type ContentForm = {
  readonly values: ContentValues;
  // Method syntax (bivariant parameters), so that a form with more fields is assignable.
  set<Field extends keyof ContentValues>(field: Field, value: ContentValues[Field]): void;
  readonly findMissingFields: () => readonly string[];
  readonly findErrorText: (field: keyof ContentValues) => string | undefined;
  readonly context: RuleContext;
};

/** Labels of the content fields in the form's order. */
export const contentLabels = {
  serialNumber: 'repairs.fields.serialNumber',
  product: 'repairs.fields.product',
  isOnlyAccessories: 'repairs.fields.isOnlyAccessories',
  issue: 'repairs.fields.issue',
  accessories: 'repairs.fields.accessories',
  detailedDescription: 'repairs.fields.detailedDescription',
  purchaseDate: 'repairs.fields.purchaseDate',
} as const satisfies Record<ContentField, TextKey>;

/** Returns the labels of the missing fields in the form's order. Both confirmations share one label. */
export const findMissingLabels = (fields: readonly string[], t: Translate): string[] => {
  const labels: Readonly<Record<string, TextKey>> = {
    storeId: 'stores.label',
    ...contentLabels,
    storeRefNo: 'repairs.fields.storeRefNo',
  };
  const missingLabels = Object.entries(labels).flatMap(([name, label]) => (fields.includes(name) ? [t(label)] : []));
  return fields.some((name) => !(name in labels)) ? [...missingLabels, t('repairs.book.confirmations')] : missingLabels;
};

type Props = {
  readonly form: Pick<ContentForm, 'findErrorText'>;
  readonly name: ContentField;
  /** Error of the input itself, shown if the form reports none. */
  readonly problem?: string | undefined;
  /** More specific text that replaces the field's error. */
  readonly errorOverride?: string | undefined;
  /** Warning, shown if there is no error. */
  readonly advice?: string | undefined;
  readonly isOptional?: boolean;
  readonly hint?: string | undefined;
  readonly children: ReactNode;
};

export const LabelledField = (props: Props) => {
  const { form, name, problem, errorOverride, advice, isOptional = false, hint, children } = props;
  const { t } = useTexts();
  const error = form.findErrorText(name);
  const errorText = error === undefined ? problem : (errorOverride ?? error);
  const label = t(`repairs.fields.${name}`);
  const optionalLabel = (
    <>
      {label} <i>({t('repairs.book.optional')})</i>
    </>
  );
  return (
    <Field
      name={name}
      label={isOptional ? optionalLabel : label}
      constraintText={hint}
      errorText={errorText}
      warningText={errorText === undefined ? advice : undefined}
    >
      {children}
    </Field>
  );
};
