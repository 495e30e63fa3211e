import { useState } from 'react';
import type { KeyboardEvent, MouseEvent } from 'react';
import { limits } from '#shared/limits.ts';
import { useTexts } from '#web/language/i18n.ts';
import type { AuthFieldProps } from './auth-field.tsx';
import { AuthField } from './auth-field.tsx';

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
