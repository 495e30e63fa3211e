import { useEffect, useRef } from 'react';
import { limits } from '#shared/limits.ts';
import { passwordRules } from '#shared/password.ts';
import type { PasswordRule } from '#shared/password.ts';
import { useTexts } from '#web/language/i18n.ts';
import { announce } from '#web/ui/announce.ts';

const rules = Object.keys(passwordRules) as PasswordRule[];

type PasswordRuleListProps = {
  readonly id: string;
  readonly password: string;
  /** It was sent without what it needs. */
  readonly isRefused: boolean;
  /** Why it is easy to guess, although it may meet every rule. */
  readonly reason: string | undefined;
};

/** What a new password needs, each ticked as soon as it is met. Read out with the field and once all are met, not with every key. */
export const PasswordRuleList = ({ id, password, isRefused, reason }: PasswordRuleListProps) => {
  const { t } = useTexts();
  const isMet = (rule: PasswordRule) => passwordRules[rule](password);
  const areAllMet = rules.every(isMet);
  // Of a password that lacks something anyway, half typed perhaps, it is not worth saying.
  const objection = areAllMet ? reason : undefined;
  const isGood = areAllMet && objection === undefined;
  const wasGood = useRef(isGood);

  useEffect(() => {
    if (isGood && !wasGood.current) announce(t('password.rules.allMet'));
    wasGood.current = isGood;
  }, [isGood, t]);

  return (
    <div id={id} className={isRefused ? 'auth-rules is-refused' : 'auth-rules'}>
      <p>{t('password.rules.label')}</p>
      <ul>
        {rules.map((rule) => (
          <li key={rule} className={isMet(rule) ? 'is-met' : undefined}>
            {t(`password.rules.${rule}`, { length: limits.password.minLength })}
            <span className="visually-hidden"> ({t(isMet(rule) ? 'password.rules.met' : 'password.rules.unmet')})</span>
          </li>
        ))}
      </ul>
      <output className="auth-objection">{objection}</output>
    </div>
  );
};
