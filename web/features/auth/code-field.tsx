import { useEffect, useRef } from 'react';
import { AuthField } from './auth-field.tsx';

type CodeFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  /** Whether it takes the focus when it comes: where it is all that there is to do. The page around must not be told to be another view. */
  readonly isFocused?: boolean;
  readonly onChange: (value: string) => void;
};

/** A code of an app or an email. */
export const CodeField = ({ label, value, error, isFocused = false, onChange }: CodeFieldProps) => {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFocused) input.current?.focus();
  }, [isFocused]);
  return (
    <AuthField name="code" label={label} error={error}>
      {(ids) => (
        <input
          {...ids}
          ref={input}
          type="text"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          required
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </AuthField>
  );
};
