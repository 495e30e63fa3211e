import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import type { InputProps } from '@cloudscape-design/components/input';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { requiredLine } from '#shared/api/fields.ts';
import { limits } from '#shared/config/limits.ts';
import { tidyText } from '#shared/text/invisible-characters.ts';
import { useTexts } from '#web/i18n/i18n.ts';

/** Debounce of typed input in milliseconds. */
const pauseMs = 600;

type Props = {
  readonly label: string;
  readonly value: string;
  readonly hint: string;
  readonly onSearch: (text: string) => void;
  readonly maximumLength?: number;
};

export const SearchField = ({ label, value, hint, onSearch, maximumLength = limits.text.search }: Props) => {
  const { t } = useTexts();
  const inputRef = useRef<InputProps.Ref>(null);
  const [input, setInput] = useState(value);
  const [searchedText, setSearchedText] = useState(value);
  const [previousValue, setPreviousValue] = useState(value);
  if (previousValue !== value) {
    setPreviousValue(value);
    // The value was changed from outside: by navigation, or by clearing the filters.
    if (searchedText !== value) {
      setSearchedText(value);
      setInput(value);
    }
  }

  const text = tidyText(input);
  const isSearchable = text === '' || requiredLine(maximumLength).safeParse(text).success;
  const search = () => {
    if (text === searchedText || !isSearchable) return;
    setSearchedText(text);
    onSearch(text);
  };
  const searchNow = useEffectEvent(search);
  useEffect(() => {
    if (text === searchedText) return undefined;
    const timer = setTimeout(() => searchNow(), pauseMs);
    return () => clearTimeout(timer);
  }, [text, searchedText]);

  const problem =
    text.length > maximumLength ? t('validation.maxLength', { length: maximumLength }) : t('validation.pattern');
  return (
    <div data-field="search">
      <FormField errorText={isSearchable ? undefined : problem}>
        <Input
          ref={inputRef}
          type="search"
          ariaLabel={label}
          placeholder={hint}
          value={input}
          onChange={({ detail }) => setInput(detail.value)}
          onKeyDown={({ detail }) => {
            if (detail.key !== 'Enter') return;
            search();
            // The text is selected, so that another scan replaces it.
            inputRef.current?.select();
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
