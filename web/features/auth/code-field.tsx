import { useEffect, useRef } from 'react';
import type { AuthFieldProps } from './auth-field.tsx';
import { AuthField } from './auth-field.tsx';

type CodeFieldProps = Pick<AuthFieldProps, 'field'> & {
  /** Whether it takes the focus when it comes: where it is all that there is to do. The page around must not be told to be another view. */
  readonly isFocused?: boolean;
};

/** A code of an app or an email. */
export const CodeField = ({ field, isFocused = false }: CodeFieldProps) => {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFocused) input.current?.focus();
  }, [isFocused]);
  return <AuthField field={field} ref={input} type="text" inputMode="numeric" autoComplete="one-time-code" />;
};
