import { useState } from 'react';
import { useTexts } from '#web/i18n.ts';
import { LoginField } from './login-field.tsx';

type PasswordFieldProps = {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
};

/** The current password, which can be made readable. */
export const PasswordField = ({ value, error, onChange }: PasswordFieldProps) => {
  const { t } = useTexts();
  const [isShown, setShown] = useState(false);
  return (
    <>
      <LoginField name="password" label={t('login.password')} error={error}>
        {(ids) => (
          <input
            {...ids}
            type={isShown ? 'text' : 'password'}
            name="password"
            autoComplete="current-password"
            autoCapitalize="none"
            spellCheck={false}
            required
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </LoginField>
      <label className="login-show">
        <input type="checkbox" checked={isShown} onChange={(event) => setShown(event.target.checked)} />
        {t('login.showPassword')}
      </label>
    </>
  );
};
