import { usePlace } from '#web/browser/place.ts';
import { rememberEmail } from '#web/session/signing-in.ts';
import type { AuthFieldProps } from './auth-field.tsx';
import { AuthField } from './auth-field.tsx';

/** The address that somebody signs in with; password managers know it as the user name. The tab remembers it: a switch of language is another document. */
export const EmailField = ({ field }: Pick<AuthFieldProps, 'field'>) => {
  const { region } = usePlace();
  return (
    <AuthField
      field={field}
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      onBlur={() => rememberEmail(region, field.value.trim())}
    />
  );
};

/** Tells password managers whose password is chosen, where nobody needs to read it. */
export const HiddenUsername = ({ email }: { readonly email: string | undefined }) =>
  email !== undefined && <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />;
