import { useEffect, useEffectEvent, useId, useState } from 'react';
import type { About, passwordWeakness } from '#shared/easy-password.ts';
import { limits } from '#shared/limits.ts';
import { passwordRules } from '#shared/password.ts';
import type { PasswordRule } from '#shared/password.ts';
import { hasInvisible } from '#shared/text/invisible-characters.ts';
import { useTexts } from '#web/language/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import type { Control } from '#web/ui/form/use-fields.ts';
import { PasswordField } from './auth-form.tsx';

/** Judges passwords as the server will. The list of common ones is loaded beside the page; until it is there nothing is said. */
const useWhyEasy = (password: string, about: About) => {
  const [judge, setJudge] = useState<typeof passwordWeakness>();
  useEffect(() => {
    import('#shared/easy-password.ts').then(
      (loaded) => setJudge(() => loaded.passwordWeakness),
      // Without it the server says the same once the form is sent.
      () => undefined,
    );
  }, []);
  return judge?.(password, about);
};

const rules = Object.keys(passwordRules) as PasswordRule[];

export const newPasswordLabels = { newPassword: 'password.new', confirmPassword: 'password.confirm' } as const;

type NewPasswordFieldsProps = {
  readonly form: { readonly field: (name: keyof typeof newPasswordLabels) => Control<string> };
  readonly isShown: boolean;
  readonly about: About;
};

/** What a new password needs is ticked as soon as it is met: read out with the field and once all are met, not with every key. */
export const NewPasswordFields = ({ form, isShown, about }: NewPasswordFieldsProps) => {
  const { t } = useTexts();
  const field = form.field('newPassword');
  const reason = useWhyEasy(field.value, about);
  const rulesId = useId();
  // The summary has it in a sentence, and the list below marks what is missing: a third time helps nobody.
  const isWeak = field.error === t('validation.password');
  const isMet = (rule: PasswordRule) => passwordRules[rule](field.value);
  const areAllMet = rules.every(isMet);
  // Of a password that lacks something anyway, half typed perhaps, it is not worth saying.
  const easy = areAllMet && reason ? t(`validation.${reason}`) : undefined;
  // Nobody could type them at the next sign-in.
  const objection = hasInvisible(field.value) ? t('login.invisible') : easy;
  const isGood = areAllMet && objection === undefined;
  const tell = useEffectEvent(() => announce(t('password.rules.allMet')));
  useEffect(() => {
    if (isGood) tell();
  }, [isGood]);

  return (
    <>
      <PasswordField
        field={isWeak ? { ...field, error: '' } : field}
        kind="new-password"
        isShown={isShown}
        describedBy={rulesId}
      />
      <div id={rulesId} className={isWeak ? 'auth-rules is-refused' : 'auth-rules'}>
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
        <output className="auth-objection">{objection}</output>
      </div>
      <PasswordField field={form.field('confirmPassword')} kind="new-password" isShown={isShown} />
    </>
  );
};
