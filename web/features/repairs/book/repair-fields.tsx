import Checkbox from '@cloudscape-design/components/checkbox';
import Container from '@cloudscape-design/components/container';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { limits } from '#shared/config/limits.ts';
import { findBrokenPurchaseDateRule } from '#shared/dates/purchase-date.ts';
import { issueKeys } from '#shared/repairs/content.ts';
import type { ContentField } from '#shared/repairs/content.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { DateField, useDateProblem } from '#web/ui/form/date-field.tsx';
import type { ContentForm } from './content-form.tsx';
import { LabelledField } from './content-form.tsx';
import { AccessoriesField, ProductField, SerialNumberField } from './device-fields.tsx';
import './repair-fields.css';

const PurchaseDateField = ({ form }: { readonly form: ContentForm }) => {
  const { purchaseDate } = form.values;
  const { today } = form.context;
  const { problem, onBlur } = useDateProblem(purchaseDate, (date) => findBrokenPurchaseDateRule(date, today));
  return (
    <LabelledField form={form} name="purchaseDate" problem={problem}>
      <DateField
        value={purchaseDate}
        onChange={(value) => form.set('purchaseDate', value)}
        onBlur={onBlur}
        max={today}
      />
    </LabelledField>
  );
};

const IssueField = ({ form }: { readonly form: ContentForm }) => {
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

const DescriptionField = ({ form }: { readonly form: ContentForm }) => {
  const { t } = useTexts();
  const { issue, detailedDescription } = form.values;
  const isOptional = issue !== 'otherProblems';
  const remaining = limits.text.detailedDescription - detailedDescription.length;
  return (
    <LabelledField
      form={form}
      name="detailedDescription"
      isOptional={isOptional}
      hint={
        remaining < 0
          ? t('repairs.book.charactersOver', { count: -remaining })
          : t('repairs.book.charactersLeft', { count: remaining })
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

const AccessoriesOnlyField = ({ form }: { readonly form: ContentForm }) => {
  const { t } = useTexts();
  return (
    <Checkbox
      checked={form.values.isOnlyAccessories}
      onChange={({ detail }) => form.set('isOnlyAccessories', detail.checked)}
      description={t('repairs.book.isOnlyAccessoriesHint')}
    >
      {t('repairs.fields.isOnlyAccessories')}
    </Checkbox>
  );
};

type Props = {
  readonly form: ContentForm;
  readonly store?: ReactNode;
  readonly renderSerialNumberNote?: (serialNumber: string) => ReactNode;
  readonly reference: ReactNode;
  readonly children?: ReactNode;
};

/** Fields of a repair's content in the order in which they are asked at the counter: one column, with short fields in pairs if there is room. */
export const RepairFields = ({ form, store, renderSerialNumberNote, reference, children }: Props) => {
  const { serialNumber } = form.values;
  const [blurredSerial, setBlurredSerial] = useState(serialNumber);
  const note = blurredSerial === serialNumber && renderSerialNumberNote?.(serialNumber);
  // A field without an input does not compile; a test finds one without a place in the form.
  const inputs = {
    serialNumber: <SerialNumberField form={form} blurredSerial={blurredSerial} onSerialBlur={setBlurredSerial} />,
    product: <ProductField form={form} />,
    isOnlyAccessories: <AccessoriesOnlyField form={form} />,
    issue: <IssueField form={form} />,
    accessories: <AccessoriesField form={form} />,
    detailedDescription: <DescriptionField form={form} />,
    purchaseDate: <PurchaseDateField form={form} />,
  } satisfies Record<ContentField, ReactNode>;
  return (
    <div className="repair-fields">
      <Container>
        <SpaceBetween size="m">
          {store}
          <div className="repair-pair">
            {inputs.serialNumber}
            {inputs.product}
          </div>
          {note}
          <div className="repair-pair">{inputs.isOnlyAccessories}</div>
          <div className="repair-pair">
            {inputs.issue}
            {inputs.accessories}
          </div>
          <div className="repair-pair">{inputs.detailedDescription}</div>
          <div className="repair-pair">
            {inputs.purchaseDate}
            {reference}
          </div>
          {children}
        </SpaceBetween>
      </Container>
    </div>
  );
};
