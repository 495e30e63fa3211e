import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useEffect, useEffectEvent, useState } from 'react';
import { requiredLine } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { useTexts } from '#web/language/i18n.ts';

/** Debounce: whoever pauses for so long has typed what they look for. */
const pauseMs = 600;

const searchText = requiredLine(limits.text.search);

type Props = {
  /** What is looked for now; blank for nothing. */
  readonly value: string;
  /** What can be looked for, and how. */
  readonly hint: string;
  readonly onSearch: (text: string) => void;
};

/** Looks for what is typed or scanned: at once when it ends with Enter or Tab, otherwise after a pause. */
export const SearchField = ({ value, hint, onSearch }: Props) => {
  const { t } = useTexts();
  const [typed, setTyped] = useState(value);
  const [sent, setSent] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    // Not this field's doing: one went back, or cleared the filters.
    if (sent !== value) {
      setSent(value);
      setTyped(value);
    }
  }

  const text = typed.trim();
  const isSearchable = text === '' || searchText.safeParse(text).success;
  const search = () => {
    if (text === sent || !isSearchable) return;
    setSent(text);
    onSearch(text);
  };
  const searchNow = useEffectEvent(search);
  useEffect(() => {
    if (text === sent) return undefined;
    const timer = setTimeout(() => searchNow(), pauseMs);
    return () => clearTimeout(timer);
  }, [text, sent]);

  const problem =
    text.length > limits.text.search
      ? t('validation.maxLength', { length: limits.text.search })
      : t('validation.pattern');
  return (
    <div data-field="search">
      <FormField label={t('list.search')} constraintText={hint} errorText={isSearchable ? undefined : problem}>
        <Input
          type="search"
          value={typed}
          onChange={({ detail }) => setTyped(detail.value)}
          onKeyDown={({ detail }) => detail.key === 'Enter' && search()}
          onBlur={search}
          autoComplete={false}
          spellcheck={false}
          disableBrowserAutocorrect
        />
      </FormField>
    </div>
  );
};
