import Select from '@cloudscape-design/components/select';
import Textarea from '@cloudscape-design/components/textarea';
import { limits } from '#shared/limits.ts';
import { issueKeys } from '#shared/repairs/content.ts';
import { useTexts } from '#web/language/i18n.ts';
import type { ContentForm } from './content-form.tsx';
import { LabelledField } from './content-form.tsx';

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
