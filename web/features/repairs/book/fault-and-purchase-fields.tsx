import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import Textarea from '@cloudscape-design/components/textarea';
import { limits } from '#shared/limits.ts';
import { issueKeys } from '#shared/repairs/content.ts';
import { useTexts } from '#web/language/i18n.ts';
import { DateField, useDateProblem } from '#web/ui/form/date-field.tsx';
import { asTyped, Field } from '#web/ui/form/field.tsx';
import type { ContentForm } from './content-form.tsx';
import { LabelledField } from './content-form.tsx';
import type { BookingForm } from './use-booking.ts';

/** The store's own number for the repair. */
export const ReferenceField = ({ form }: { readonly form: BookingForm }) => {
  const { t } = useTexts();
  const { name, label, value, error, onChange } = form.field('storeRefNo');
  return (
    <Field name={name} label={label} errorText={error} constraintText={t('repairs.book.storeRefNoHint')}>
      <Input value={value} onChange={({ detail }) => onChange(detail.value)} {...asTyped} ariaRequired />
    </Field>
  );
};

/** When it was bought: no day after today in the region's calendar. */
export const PurchaseDateField = ({ form }: { readonly form: ContentForm }) => {
  const { purchaseDate } = form.values;
  const { problem, onLeave } = useDateProblem(purchaseDate);
  return (
    <LabelledField form={form} name="purchaseDate" problem={problem}>
      <DateField
        value={purchaseDate}
        onChange={(value) => form.set('purchaseDate', value)}
        onLeave={onLeave}
        max={form.context.today}
      />
    </LabelledField>
  );
};

/** What is wrong, by one of the usual names. */
export const IssueField = ({ form }: { readonly form: ContentForm }) => {
  const { t } = useTexts();
  const options = issueKeys.map((key) => ({ value: key, label: t(`repairs.issues.${key}`) }));
  return (
    <LabelledField form={form} name="issue">
      <Select
        options={options}
        selectedOption={options.find(({ value }) => value === form.values.issue) ?? null}
        onChange={({ detail }) => form.set('issue', issueKeys.find((key) => key === detail.selectedOption.value) ?? '')}
        placeholder={t('repairs.book.choose')}
        ariaRequired
      />
    </LabelledField>
  );
};

/** What is wrong, in the store's words. Another problem than the usual ones has to be described. */
export const DescriptionField = ({ form }: { readonly form: ContentForm }) => {
  const { t } = useTexts();
  const { issue, detailedDescription } = form.values;
  const isOptional = issue !== 'otherProblems';
  const left = limits.text.detailedDescription - detailedDescription.length;
  return (
    <LabelledField
      form={form}
      name="detailedDescription"
      isOptional={isOptional}
      hint={
        left < 0
          ? t('repairs.book.charactersOver', { count: -left })
          : t('repairs.book.charactersLeft', { count: left })
      }
    >
      <Textarea
        value={detailedDescription}
        onChange={({ detail }) => form.set('detailedDescription', detail.value)}
        rows={4}
        ariaRequired={!isOptional}
      />
    </LabelledField>
  );
};
