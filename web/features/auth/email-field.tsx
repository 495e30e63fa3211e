import { useTexts } from '#web/language/i18n.ts';
import { AuthField } from './auth-field.tsx';

type EmailFieldProps = {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
};

/** The address that somebody signs in with; password managers know it as the user name. */
export const EmailField = ({ value, error, onChange, onBlur }: EmailFieldProps) => {
  const { t } = useTexts();
  return (
    <AuthField name="email" label={t('login.email')} error={error}>
      {(ids) => (
        <input
          {...ids}
          type="email"
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
      )}
    </AuthField>
  );
};

/** Tells password managers whose password is chosen, where nobody needs to read it. */
export const HiddenUsername = ({ email }: { readonly email: string | undefined }) =>
  email !== undefined && <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />;
