import type { ComponentProps, KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { limits } from '#shared/limits.ts';
import { tidyText } from '#shared/text/invisible-characters.ts';
import { usePlace } from '#web/browser/place.ts';
import { useTexts } from '#web/language/i18n.ts';
import { rememberEmail } from '#web/session/signing-in.ts';
import { FormErrors } from '#web/ui/form/form-errors.tsx';
import type { Control, Complaint } from '#web/ui/form/use-fields.ts';
import { PlainButton } from '#web/ui/plain-button.tsx';
import './auth.css';
import { CaptchaField } from './captcha.tsx';
import type { FormCaptcha } from './captcha.tsx';
import { PasswordHints } from './password-hints.tsx';

type AuthFieldProps = Omit<ComponentProps<'input'>, 'onChange'> & {
  /** An error that is empty: it is wrong, and what describes it says how. */
  readonly field: Control<string>;
  readonly describedBy?: string | undefined;
};

/** A labelled text input with its error. Plain elements: the pages on the way in have to be there at once. */
const AuthField = ({ field: { name, label, value, error, onChange }, describedBy, ...input }: AuthFieldProps) => {
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
    rememberEmail(region, tidyText(email));
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

type PasswordFieldProps = Pick<AuthFieldProps, 'field' | 'describedBy'> & {
  readonly kind: 'current-password' | 'new-password';
  readonly isShown?: boolean;
};

/** A password. However long it is pasted, nothing is cut off: what is too long is said instead. */
export const PasswordField = ({ field, describedBy, kind, isShown = false }: PasswordFieldProps) => {
  const { t } = useTexts();
  const [isCapsLock, setCapsLock] = useState(false);
  const look = (event: KeyboardEvent | MouseEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <>
      <AuthField
        field={field}
        describedBy={describedBy}
        onKeyDown={look}
        onKeyUp={look}
        onMouseDown={look}
        onBlur={() => setCapsLock(false)}
        type={isShown ? 'text' : 'password'}
        autoComplete={kind}
        autoCapitalize="none"
        autoCorrect="off"
        {...(kind === 'new-password' && { minLength: limits.password.minLength })}
      />
      <output className="auth-caps-lock">{isCapsLock && t('password.capsLock')}</output>
      {kind === 'current-password' && field.error !== undefined && <PasswordHints password={field.value} />}
    </>
  );
};

type ShowPasswordProps = { readonly isShown: boolean; readonly onChange: (isShown: boolean) => void };

export const ShowPassword = ({ isShown, onChange }: ShowPasswordProps) => {
  const { t } = useTexts();
  return (
    <label className="auth-show">
      <input type="checkbox" checked={isShown} onChange={(event) => onChange(event.target.checked)} />
      {t('password.show')}
    </label>
  );
};

type AuthFormProps = {
  readonly form: {
    readonly complaint: Complaint | undefined;
    readonly refused: object | undefined;
    readonly busy: boolean;
    readonly submit: () => Promise<void>;
  };
  readonly captcha?: FormCaptcha;
  readonly submitLabel: string;
  readonly busyLabel: string;
  /** What can be done while a lock lasts. */
  readonly instead?: ReactNode;
  readonly help?: ReactNode;
  /** Not what its page is there for: outlined. */
  readonly isQuiet?: boolean;
  readonly beside?: ReactNode;
  readonly children: ReactNode;
};

export const AuthForm = ({
  form,
  captcha,
  submitLabel,
  busyLabel,
  instead,
  help,
  isQuiet = false,
  beside,
  children,
}: AuthFormProps) => {
  const { t } = useTexts();
  return (
    <form
      className="auth-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      <FormErrors complaint={form.complaint}>
        {form.complaint?.failure?.code === 'LimitExceededException' && (
          // At most: the first of the attempts that count may be long ago.
          <p>
            {t('login.locked', { minutes: limits.attempts.windowMinutes })} {instead}
          </p>
        )}
        {help}
      </FormErrors>
      {children}
      {captcha && <CaptchaField captcha={captcha} complaint={form.complaint} refused={form.refused} />}
      <div className="auth-buttons">
        <PlainButton type="submit" isPrimary={!isQuiet} aria-disabled={form.busy}>
          {form.busy ? busyLabel : submitLabel}
        </PlainButton>
        {beside}
      </div>
      {captcha && <p className="auth-small">{t('login.captcha.notice')}</p>}
    </form>
  );
};
