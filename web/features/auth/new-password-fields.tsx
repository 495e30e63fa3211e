import { useId } from 'react';
import type { About } from '#shared/easy-password.ts';
import { useTexts } from '#web/language/i18n.ts';
import { PasswordField } from './password-field.tsx';
import { PasswordRuleList } from './password-rule-list.tsx';
import { useWhyEasy } from './use-why-easy.ts';

type Fields = { readonly newPassword: string; readonly confirmPassword: string };

export const newPasswordLabels = { newPassword: 'password.new', confirmPassword: 'password.confirm' } as const;

type NewPasswordFieldsProps = {
  readonly form: {
    readonly values: Fields;
    readonly set: (field: keyof Fields, value: string) => void;
    readonly errorOf: (field: keyof Fields) => string | undefined;
  };
  readonly isShown: boolean;
  /** Whose password it is, as far as the server knows it, too. */
  readonly about: About;
};

/** A new password, what it needs, and the same once more. */
export const NewPasswordFields = ({ form, isShown, about }: NewPasswordFieldsProps) => {
  const { t } = useTexts();
  const reason = useWhyEasy(form.values.newPassword, about);
  const rulesId = useId();
  const error = form.errorOf('newPassword');
  // The summary has it in a sentence, and the list below marks what is missing: a third time helps nobody.
  const isWeak = error === t('validation.password');
  return (
    <>
      <PasswordField
        name="newPassword"
        label={t('password.new')}
        kind="new-password"
        value={form.values.newPassword}
        error={isWeak ? '' : error}
        isShown={isShown}
        describedBy={rulesId}
        onChange={(value) => form.set('newPassword', value)}
      />
      <PasswordRuleList
        id={rulesId}
        password={form.values.newPassword}
        isRefused={isWeak}
        reason={reason && t(`validation.${reason}`)}
      />
      <PasswordField
        name="confirmPassword"
        label={t('password.confirm')}
        kind="new-password"
        value={form.values.confirmPassword}
        error={form.errorOf('confirmPassword')}
        isShown={isShown}
        onChange={(value) => form.set('confirmPassword', value)}
      />
    </>
  );
};
