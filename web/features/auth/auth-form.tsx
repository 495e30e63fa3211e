import type { ComponentProps, KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { limits } from '#shared/config/limits.ts';
import { tidyText } from '#shared/text/invisible-characters.ts';
import { usePlace } from '#web/browser/place.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { rememberEmail } from '#web/session/remembered-email.ts';
import { FormErrors } from '#web/ui/form/form-errors.tsx';
import type { Control, ErrorSummary } from '#web/ui/form/use-fields.ts';
import { PlainButton } from '#web/ui/plain-button.tsx';
import './auth.css';
import { CaptchaField } from './captcha.tsx';
import type { FormCaptcha } from './captcha.tsx';
import { PasswordHints } from './password-hints.tsx';

type AuthFieldProps = Omit<ComponentProps<'input'>, 'onChange'> & {
  /** An empty error string marks the field as invalid; the element in `describedBy` explains why. */
  readonly field: Control<string>;
  readonly describedBy?: string | undefined;
  /** Controls of the field, which follow the input in the order of focus. */
  readonly children?: ReactNode;
};

/** Labelled text input with its error, built without Cloudscape because the sign-in pages must load fast. */
const AuthField = ({
  field: { name, label, value, error, onChange },
  describedBy,
  children,
  ...input
}: AuthFieldProps) => {
  const id = useId();
  const errorId = `${id}-error`;
  const adoptPrefilledValue = useEffectEvent(() => {
    const prefilledValue = document.querySelector<HTMLInputElement>(`[id="${id}"]`)?.value ?? value;
    if (prefilledValue !== value) onChange(prefilledValue);
  });
  // A prerendered field may have been filled in before it was hydrated.
  useEffect(() => adoptPrefilledValue(), []);
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
      {children}
      {error && (
        <p id={errorId} className="auth-error">
          {error}
        </p>
      )}
    </div>
  );
};

/** Email input for signing in, marked as the username for password managers. Stores the value in the tab, because the next page or another language may load a new document. */
export const EmailField = ({ field }: Pick<AuthFieldProps, 'field'>) => {
  const { region } = usePlace();
  const onChange = (email: string) => {
    rememberEmail(region, tidyText(email));
    field.onChange(email);
  };
  return <AuthField field={{ ...field, onChange }} type="email" autoComplete="username" autoCapitalize="none" />;
};

/** Hidden username input that links a new password to its account in password managers. */
export const HiddenUsername = ({ email }: { readonly email: string | undefined }) =>
  email !== undefined && <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />;

type CodeFieldProps = Pick<AuthFieldProps, 'field'> & {
  /** Focuses the input on mount, for steps with no other input. The page must keep its `view` prop, because a changed one moves the focus to the heading. */
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
  /** Link at the right of the label. */
  readonly link?: ReactNode;
};

/** Password input without `maxLength`: an overlong password shows an error instead of being truncated. */
export const PasswordField = ({ field, describedBy, kind, link }: PasswordFieldProps) => {
  const { t } = useTexts();
  const [isShown, setShown] = useState(false);
  const [isCapsLock, setCapsLock] = useState(false);
  const updateCapsLock = (event: KeyboardEvent | MouseEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <>
      <AuthField
        field={field}
        describedBy={describedBy}
        onKeyDown={updateCapsLock}
        onKeyUp={updateCapsLock}
        onMouseDown={updateCapsLock}
        onBlur={() => setCapsLock(false)}
        type={isShown ? 'text' : 'password'}
        autoComplete={kind}
        autoCapitalize="none"
        autoCorrect="off"
        {...(kind === 'new-password' && { minLength: limits.password.minLength })}
      >
        <button
          type="button"
          className="auth-show"
          aria-label={t('password.show')}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          <svg className="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
            <path d="M2 12s3.5-6 10-6 10 6 10 6-3.5 6-10 6-10-6-10-6Z" />
            <circle cx="12" cy="12" r="2.5" />
            {isShown && <path d="m4 4 16 16" />}
          </svg>
        </button>
        {link}
      </AuthField>
      <output className="auth-caps-lock">{isCapsLock && t('password.capsLock')}</output>
      {kind === 'current-password' && field.error !== undefined && <PasswordHints password={field.value} />}
    </>
  );
};

type AuthFormProps = {
  readonly form: {
    readonly errorSummary: ErrorSummary | undefined;
    /** Last submission that was rejected: a new object after each rejection, which resets the captcha. */
    readonly rejectedSubmission: object | undefined;
    readonly isBusy: boolean;
    readonly submit: () => Promise<void>;
  };
  readonly captcha?: FormCaptcha;
  readonly submitLabel: string;
  readonly busyLabel: string;
  /** Alternative to offer while sign-in attempts are locked. */
  readonly lockedAction?: ReactNode;
  readonly help?: ReactNode;
  /** Outlines the submit button, for forms that are not the page's main task. */
  readonly isSecondary?: boolean;
  readonly secondaryAction?: ReactNode;
  readonly children: ReactNode;
};

export const AuthForm = ({
  form,
  captcha,
  submitLabel,
  busyLabel,
  lockedAction,
  help,
  isSecondary = false,
  secondaryAction,
  children,
}: AuthFormProps) => {
  const { t } = useTexts();
  return (
    <form
      className="auth-form"
      noValidate
      // Submitting the prerendered form before its hydration does nothing, so that no password gets into the URL.
      method="dialog"
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      <FormErrors errorSummary={form.errorSummary}>
        {form.errorSummary?.failure?.code === 'LimitExceededException' && (
          // An upper bound, because the window starts with the first counted attempt.
          <p>
            {t('login.locked', { minutes: limits.attempts.windowMinutes })} {lockedAction}
          </p>
        )}
        {help}
      </FormErrors>
      {children}
      {captcha && (
        <CaptchaField captcha={captcha} errorSummary={form.errorSummary} rejectedSubmission={form.rejectedSubmission} />
      )}
      {captcha && <p className="auth-small">{t('login.captcha.notice')}</p>}
      <div className="auth-buttons">
        <PlainButton type="submit" isPrimary={!isSecondary} aria-disabled={form.isBusy}>
          {form.isBusy ? busyLabel : submitLabel}
        </PlainButton>
        {secondaryAction}
      </div>
    </form>
  );
};
