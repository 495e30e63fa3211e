import FormField from '@cloudscape-design/components/form-field';
import type { ReactNode } from 'react';
import { useTexts } from '#web/i18n.ts';
import type { BookingFormState, BookingValues } from './use-booking.ts';

type BookingFieldProps = {
  readonly form: BookingFormState;
  readonly name: Exclude<keyof BookingValues & keyof typeof labels, symbol>;
  readonly isOptional?: boolean;
  readonly hint?: string;
  readonly children: ReactNode;
};

const labels = {
  product: 'repairs.fields.product',
  accessories: 'repairs.fields.accessories',
  issue: 'repairs.fields.issue',
  serialNumber: 'repairs.fields.serialNumber',
  purchaseDate: 'repairs.fields.purchaseDate',
  storeRefNo: 'repairs.fields.storeRefNo',
  detailedDescription: 'repairs.fields.detailedDescription',
} as const;

/** A labelled field of the booking with its error. */
export const BookingField = ({ form, name, isOptional = false, hint, children }: BookingFieldProps) => {
  const { t } = useTexts();
  const label = t(labels[name]);
  return (
    <div data-field={name}>
      <FormField
        label={isOptional ? <>{label} <i>– {t('repairs.book.optional')}</i></> : label}
        constraintText={hint}
        errorText={form.errorOf(name)}
        stretch
      >
        {children}
      </FormField>
    </div>
  );
};
