import { useEffect, useId, useState } from 'react';
import type { About, passwordWeakness } from '#shared/easy-password.ts';
import { useTexts } from '#web/language/i18n.ts';
import type { Control } from '#web/ui/form/use-fields.ts';
import { PasswordField } from './password-field.tsx';
import { PasswordRuleList } from './password-rule-list.tsx';

/** Judges passwords as the server will. The list of common ones is loaded beside the page; until it is there nothing is said. */
const useWhyEasy = (password: string, about: About) => {
  const [judge, setJudge] = useState<{ readonly passwordWeakness: typeof passwordWeakness }>();
  useEffect(() => {
    let isShown = true;
    import('#shared/easy-password.ts').then(
      (loaded) => isShown && setJudge({ passwordWeakness: loaded.passwordWeakness }),
      // Without it the server says the same once the form is sent.
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, []);
  return judge?.passwordWeakness(password, about);
};

export const newPasswordLabels = { newPassword: 'password.new', confirmPassword: 'password.confirm' } as const;

type NewPasswordFieldsProps = {
  readonly form: { readonly field: (name: keyof typeof newPasswordLabels) => Control<string> };
  readonly isShown: boolean;
  /** Whose password it is, as far as the server knows it, too. */
  readonly about: About;
};

/** A new password, what it needs, and the same once more. */
export const NewPasswordFields = ({ form, isShown, about }: NewPasswordFieldsProps) => {
  const { t } = useTexts();
  const field = form.field('newPassword');
  const reason = useWhyEasy(field.value, about);
  const rulesId = useId();
  // The summary has it in a sentence, and the list below marks what is missing: a third time helps nobody.
  const isWeak = field.error === t('validation.password');
  return (
    <>
      <PasswordField
        field={isWeak ? { ...field, error: '' } : field}
        kind="new-password"
        isShown={isShown}
        describedBy={rulesId}
      />
      <PasswordRuleList
        id={rulesId}
        password={field.value}
        isRefused={isWeak}
        reason={reason && t(`validation.${reason}`)}
      />
      <PasswordField field={form.field('confirmPassword')} kind="new-password" isShown={isShown} />
    </>
  );
};
