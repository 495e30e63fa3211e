import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import type { InputProps } from '@cloudscape-design/components/input';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { requiredLine } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { tidyText } from '#shared/text/invisible-characters.ts';
import { useTexts } from '#web/language/i18n.ts';

/** Debounce: whoever pauses for so long has typed what they look for. */
const pauseMs = 600;

type Props = {
  readonly value: string;
  readonly hint: string;
  readonly onSearch: (text: string) => void;
  readonly most?: number;
};

export const SearchField = ({ value, hint, onSearch, most = limits.text.search }: Props) => {
  const { t } = useTexts();
  const input = useRef<InputProps.Ref>(null);
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

  const text = tidyText(typed);
  const isSearchable = text === '' || requiredLine(most).safeParse(text).success;
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

  const problem = text.length > most ? t('validation.maxLength', { length: most }) : t('validation.pattern');
  return (
    <div data-field="search">
      <FormField errorText={isSearchable ? undefined : problem}>
        <Input
          ref={input}
          type="search"
          ariaLabel={t('list.search')}
          placeholder={hint}
          value={typed}
          onChange={({ detail }) => setTyped(detail.value)}
          onKeyDown={({ detail }) => {
            if (detail.key !== 'Enter') return;
            search();
            // Another scan replaces this one.
            input.current?.select();
          }}
          onBlur={search}
          autoComplete={false}
          spellcheck={false}
          disableBrowserAutocorrect
        />
      </FormField>
    </div>
  );
};
