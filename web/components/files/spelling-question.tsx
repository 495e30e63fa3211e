import FormField from '@cloudscape-design/components/form-field';
import RadioGroup from '@cloudscape-design/components/radio-group';
import type { Encoding, EncodingSamples } from '#shared/text/spreadsheet.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import type { TextKey } from '#web/i18n/i18n.ts';

const encodingTexts = {
  'windows-1252': 'file.questions.windows',
  macintosh: 'file.questions.macintosh',
  ibm850: 'file.questions.msDos',
  'utf-8-twice': 'file.questions.twice',
  'utf-8': 'file.questions.asWritten',
} as const satisfies Record<Encoding, TextKey>;

type Props = {
  readonly spellings: EncodingSamples;
  readonly value: Encoding | undefined;
  readonly onChange: (charset: Encoding | undefined) => void;
};

/** Asks which words of a file are spelled correctly, and so how it is encoded. */
export const SpellingQuestion = ({ spellings, value, onChange }: Props) => {
  const { t } = useTexts();
  return (
    <FormField label={t('file.questions.spelling')} stretch>
      <RadioGroup
        value={value ?? null}
        onChange={({ detail }) => onChange(spellings.find(({ charset }) => charset === detail.value)?.charset)}
        items={spellings.map(({ charset, words }) => ({
          value: charset,
          label: words.join(', '),
          description: t(encodingTexts[charset]),
        }))}
      />
    </FormField>
  );
};
