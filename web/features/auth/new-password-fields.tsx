import { useEffect, useEffectEvent, useId, useState } from 'react';
import { limits } from '#shared/config/limits.ts';
import { hasInvisible } from '#shared/text/invisible-characters.ts';
import type { PasswordOwner, findPasswordWeakness } from '#shared/users/easy-password.ts';
import { passwordRules } from '#shared/users/password.ts';
import type { PasswordRule } from '#shared/users/password.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import type { Control } from '#web/ui/form/use-fields.ts';
import { PasswordField } from './auth-form.tsx';

/** Checks a password as the server does. Returns undefined until the list of common passwords has loaded. */
const usePasswordWeakness = (password: string, owner: PasswordOwner) => {
  const [findWeakness, setFindWeakness] = useState<typeof findPasswordWeakness>();
  useEffect(() => {
    import('#shared/users/easy-password.ts').then(
      (module) => setFindWeakness(() => module.findPasswordWeakness),
      // If loading fails, the server still checks the submitted password.
      () => undefined,
    );
  }, []);
  return findWeakness?.(password, owner);
};

const rules = Object.keys(passwordRules) as PasswordRule[];

export const newPasswordLabels = { newPassword: 'password.new', confirmPassword: 'password.confirm' } as const;

type NewPasswordFieldsProps = {
  readonly form: { readonly field: (name: keyof typeof newPasswordLabels) => Control<string> };
  readonly owner: PasswordOwner;
};

/** Password fields with a live checklist of rules. Screen readers read the rules with the field and announce once when all are met, not on every key. */
export const NewPasswordFields = ({ form, owner }: NewPasswordFieldsProps) => {
  const { t } = useTexts();
  const field = form.field('newPassword');
  const weakness = usePasswordWeakness(field.value, owner);
  const rulesId = useId();
  // The error summary and the checklist already explain a weak password, so the field omits its error text.
  const isWeak = field.error === t('validation.password');
  const isMet = (rule: PasswordRule) => passwordRules[rule](field.value);
  const areAllMet = rules.every(isMet);
  // The warning about easy passwords appears only once all rules are met, not while the password is incomplete.
  const weaknessText = areAllMet && weakness ? t(`validation.${weakness}`) : undefined;
  // Invisible characters cannot be typed at the next sign-in.
  const problemText = hasInvisible(field.value) ? t('login.invisible') : weaknessText;
  const isGood = areAllMet && problemText === undefined;
  const announceAllMet = useEffectEvent(() => announce(t('password.rules.allMet')));
  useEffect(() => {
    if (isGood) announceAllMet();
  }, [isGood]);

  return (
    <>
      <PasswordField field={isWeak ? { ...field, error: '' } : field} kind="new-password" describedBy={rulesId} />
      <div id={rulesId} className={isWeak ? 'auth-rules is-rejected' : 'auth-rules'}>
        <p>{t('password.rules.label')}</p>
        <ul>
          {rules.map((rule) => (
            <li key={rule} className={isMet(rule) ? 'is-met' : undefined}>
              {t(`password.rules.${rule}`, { length: limits.password.minLength })}
              <span className="visually-hidden">
                {' '}
                ({t(isMet(rule) ? 'password.rules.met' : 'password.rules.unmet')})
              </span>
            </li>
          ))}
        </ul>
        <output className="auth-objection">{problemText}</output>
      </div>
      <PasswordField field={form.field('confirmPassword')} kind="new-password" />
    </>
  );
};
