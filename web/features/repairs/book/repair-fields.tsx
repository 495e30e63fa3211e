import Checkbox from '@cloudscape-design/components/checkbox';
import Container from '@cloudscape-design/components/container';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import type { KeyboardEvent, ReactNode } from 'react';
import { limits } from '#shared/config/limits.ts';
import { parseDate } from '#shared/dates/parse-date.ts';
import { findBrokenPurchaseDateRule } from '#shared/dates/purchase-date.ts';
import { issueKeys } from '#shared/repairs/content.ts';
import type { ContentField } from '#shared/repairs/content.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import { DateField, useDateProblem } from '#web/ui/form/date-field.tsx';
import type { ContentForm } from './content-form.tsx';
import { LabelledField } from './content-form.tsx';
import { AccessoriesField, ProductField, SerialNumberField } from './device-fields.tsx';
import type { ProductSuggestion } from './device-fields.tsx';
import './repair-fields.css';
import type { RepairFieldsState } from './use-repair-fields.ts';

const PurchaseDateField = ({ form, onEnter }: { readonly form: ContentForm; readonly onEnter: () => void }) => {
  const { purchaseDate } = form.values;
  const { today } = form.context;
  const { problem, onBlur } = useDateProblem(purchaseDate, (date) => findBrokenPurchaseDateRule(date, today));
  return (
    <LabelledField form={form} name="purchaseDate" problem={problem}>
      <DateField
        value={purchaseDate}
        onChange={(value) => form.set('purchaseDate', value)}
        onBlur={onBlur}
        onEnter={() => {
          onBlur();
          if (parseDate(purchaseDate) === purchaseDate && purchaseDate !== '') onEnter();
        }}
        max={today}
        hasShortForms
      />
    </LabelledField>
  );
};

/** Number key that selects an issue. It is an image, so that it is not part of the option's accessible name. */
const IssueNumber = ({ number }: { readonly number: number }) => (
  <svg className="issue-number" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
    <text x="8" y="12.5" textAnchor="middle">
      {number}
    </text>
  </svg>
);

type IssueProps = {
  readonly form: ContentForm;
  readonly onChosen: () => void;
  /** Called after an issue was selected by its number key. */
  readonly onNumber: () => void;
};

const IssueField = ({ form, onChosen, onNumber }: IssueProps) => {
  const { t } = useTexts();
  const options = issueKeys.map((key, index) => ({
    value: key,
    label: t(`repairs.issues.${key}`),
    iconSvg: <IssueNumber number={index + 1} />,
  }));
  const chooseByNumber = (event: KeyboardEvent) => {
    const issue = /^[1-9]$/.test(event.key) ? issueKeys[Number(event.key) - 1] : undefined;
    if (issue === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    form.set('issue', issue);
    announce(t(`repairs.issues.${issue}`));
    onNumber();
  };
  return (
    // The role is presentational, because the key events come from the list inside.
    <div role="presentation" onKeyDown={chooseByNumber}>
      <LabelledField form={form} name="issue">
        <Select
          options={options}
          selectedOption={options.find(({ value }) => value === form.values.issue) ?? null}
          onChange={({ detail }) => {
            form.set('issue', issueKeys.find((key) => key === detail.selectedOption.value) ?? '');
            onChosen();
          }}
          placeholder={t('repairs.book.choose')}
          ariaRequired
        />
      </LabelledField>
    </div>
  );
};

const DescriptionField = ({ form }: { readonly form: ContentForm }) => {
  const { t } = useTexts();
  const { issue, detailedDescription } = form.values;
  const isOptional = issue !== 'otherProblems';
  const remainingCharacters = limits.text.detailedDescription - detailedDescription.length;
  return (
    <LabelledField
      form={form}
      name="detailedDescription"
      isOptional={isOptional}
      hint={
        remainingCharacters < 0
          ? t('repairs.book.charactersOver', { count: -remainingCharacters })
          : t('repairs.book.charactersLeft', { count: remainingCharacters })
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
  readonly fieldsState: RepairFieldsState;
  readonly store?: ReactNode;
  readonly serialNumberNote?: ReactNode;
  readonly suggestion?: ProductSuggestion | undefined;
  /** Opens the camera for the serial number. */
  readonly onCamera?: () => void;
  readonly reference: ReactNode;
  readonly children?: ReactNode;
};

/** Fields of a repair's content in the order in which staff ask the customer, in one column; short fields are in pairs if there is room. */
export const RepairFields = (props: Props) => {
  const { form, fieldsState, store, serialNumberNote, suggestion, onCamera, reference, children } = props;
  const { blurredSerial, setBlurredSerial, moveOn, moveOnAfterChoice, handlers } = fieldsState;
  // The type requires an input for each field; a test checks that the form shows all inputs.
  const inputs = {
    serialNumber: (
      <SerialNumberField
        form={form}
        blurredSerial={blurredSerial}
        onSerialBlur={setBlurredSerial}
        onEnter={() => moveOn('serialNumber')}
        onCamera={onCamera}
      />
    ),
    product: (
      <ProductField
        form={form}
        suggestion={suggestion}
        onAccepted={() => moveOn('product')}
        onChosen={() => moveOnAfterChoice('product')}
      />
    ),
    isOnlyAccessories: <AccessoriesOnlyField form={form} />,
    issue: <IssueField form={form} onChosen={() => moveOnAfterChoice('issue')} onNumber={() => moveOn('issue')} />,
    accessories: <AccessoriesField form={form} />,
    detailedDescription: <DescriptionField form={form} />,
    purchaseDate: <PurchaseDateField form={form} onEnter={() => moveOn('purchaseDate')} />,
  } satisfies Record<ContentField, ReactNode>;
  return (
    <div className="repair-fields" {...handlers}>
      <Container>
        <SpaceBetween size="m">
          {store}
          <div className="repair-pair">
            {inputs.serialNumber}
            {inputs.product}
          </div>
          {serialNumberNote}
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
