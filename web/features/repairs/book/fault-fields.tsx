import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { limits } from '#shared/limits.ts';
import { issueKeys } from '#shared/repairs/content.ts';
import { useTexts } from '#web/language/i18n.ts';
import type { ContentForm } from './content-form.tsx';
import { LabelledField } from './content-form.tsx';

/** What is wrong. Another problem than the usual ones has to be described. */
export const FaultFields = ({ form }: { readonly form: ContentForm }) => {
  const { t } = useTexts();
  const { issue, detailedDescription } = form.values;
  const options = issueKeys.map((key) => ({ value: key, label: t(`repairs.issues.${key}`) }));
  const isDescriptionOptional = issue !== 'otherProblems';
  const left = limits.text.detailedDescription - detailedDescription.length;
  return (
    <Container fitHeight header={<Header variant="h2">{t('repairs.book.sections.fault')}</Header>}>
      <SpaceBetween size="m">
        <LabelledField name="issue" error={form.errorOf('issue')}>
          <Select
            options={options}
            selectedOption={options.find(({ value }) => value === issue) ?? null}
            onChange={({ detail }) =>
              form.set('issue', issueKeys.find((key) => key === detail.selectedOption.value) ?? '')
            }
            placeholder={t('repairs.book.choose')}
            ariaRequired
          />
        </LabelledField>
        <LabelledField
          name="detailedDescription"
          error={form.errorOf('detailedDescription')}
          isOptional={isDescriptionOptional}
          hint={
            left < 0
              ? t('repairs.book.charactersOver', { count: -left })
              : t('repairs.book.charactersLeft', { count: left })
          }
        >
          <Textarea
            value={detailedDescription}
            onChange={({ detail }) => form.set('detailedDescription', detail.value)}
            rows={5}
            ariaRequired={!isDescriptionOptional}
          />
        </LabelledField>
      </SpaceBetween>
    </Container>
  );
};
