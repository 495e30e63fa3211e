import type { ComponentProps } from 'react';
import { useEffect, useId, useRef } from 'react';
import { usePlace } from '#web/browser/place.ts';
import { rememberEmail } from '#web/session/signing-in.ts';
import type { Control } from '#web/ui/form/use-fields.ts';

export type AuthFieldProps = Omit<ComponentProps<'input'>, 'onChange'> & {
  /** An error that is empty: it is wrong, and what describes it says how. */
  readonly field: Control<string>;
  readonly describedBy?: string | undefined;
};

/** A labelled text input with its error. Plain elements: the pages on the way in have to be there at once. */
export const AuthField = ({
  field: { name, label, value, error, onChange },
  describedBy,
  ...input
}: AuthFieldProps) => {
  const id = useId();
  const errorId = `${id}-error`;
  const descriptions = [...(error ? [errorId] : []), ...(describedBy === undefined ? [] : [describedBy])].join(' ');
  return (
    <div data-field={name} className="auth-field">
      <label htmlFor={id}>{label}</label>
      <input
        spellCheck={false}
        required
        {...input}
        id={id}
        name={name}
        aria-invalid={error !== undefined}
        {...(descriptions !== '' && { 'aria-describedby': descriptions })}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {error && (
        <p id={errorId} className="auth-error">
          {error}
        </p>
      )}
    </div>
  );
};

/** The address that somebody signs in with; password managers know it as the user name. The tab remembers it as it is typed: the next page of signing in, or a switch of language, may be another document. */
export const EmailField = ({ field }: Pick<AuthFieldProps, 'field'>) => {
  const { region } = usePlace();
  const onChange = (email: string) => {
    rememberEmail(region, email.trim());
    field.onChange(email);
  };
  return <AuthField field={{ ...field, onChange }} type="email" autoComplete="username" autoCapitalize="none" />;
};

/** Tells password managers whose password is chosen, where nobody needs to read it. */
export const HiddenUsername = ({ email }: { readonly email: string | undefined }) =>
  email !== undefined && <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />;

type CodeFieldProps = Pick<AuthFieldProps, 'field'> & {
  /** Whether it takes the focus when it comes: where it is all that there is to do. The page around must not be told to be another view. */
  readonly isFocused?: boolean;
};

export const CodeField = ({ field, isFocused = false }: CodeFieldProps) => {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFocused) input.current?.focus();
  }, [isFocused]);
  return <AuthField field={field} ref={input} type="text" inputMode="numeric" autoComplete="one-time-code" />;
};
