import type { ReactNode } from 'react';
import './auth.css';
import { limits } from '#shared/limits.ts';
import { useTexts } from '#web/language/i18n.ts';
import { FormErrors } from '#web/ui/form/form-errors.tsx';
import type { Complaint } from '#web/ui/form/use-fields.ts';
import { PlainButton } from '#web/ui/plain-button.tsx';
import { CaptchaField } from './captcha.tsx';
import type { FormCaptcha } from './captcha.tsx';

type AuthFormProps = {
  readonly form: {
    readonly complaint: Complaint | undefined;
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

/** A form of plain elements, sent by its button or Enter. */
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
      {captcha && <CaptchaField captcha={captcha} complaint={form.complaint} />}
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
