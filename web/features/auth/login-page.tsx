import { regions } from '#shared/regions.ts';
import { useHere } from '#web/here.ts';
import { useTexts } from '#web/i18n.ts';
import { Page } from '#web/ui/page.tsx';
import { Captcha } from './captcha.tsx';
import { LoginField } from './login-field.tsx';
import { PasswordField } from './password-field.tsx';
import { useLogin } from './use-login.ts';
import './login.css';

/** Signs in to a region (acceptance, C1). */
export const LoginPage = () => {
  const { t } = useTexts();
  const { region } = useHere();
  const { form, failures } = useLogin();
  // A refused attempt empties the box by itself: that is no mistake of whoever signs in.
  const isCaptchaMissing = form.errorOf('captcha') !== undefined && form.formError === t('validation.form');
  return (
    <Page title={t('login.title')} description={t('login.region', { region: t(regions[region].title) })}>
      <form
        className="login"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        {form.formError && <p className="login-form-error">{form.formError}</p>}
        <LoginField name="email" label={t('login.email')} error={form.errorOf('email')}>
          {(ids) => (
            <input
              {...ids}
              type="email"
              name="email"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              required
              value={form.values.email}
              onChange={(event) => form.set('email', event.target.value)}
            />
          )}
        </LoginField>
        <PasswordField value={form.values.password} error={form.errorOf('password')} onChange={(value) => form.set('password', value)} />
        <div data-field="captcha" className="login-field">
          <Captcha failures={failures} isMissing={isCaptchaMissing} onToken={(token) => form.set('captcha', token)} />
        </div>
        <button type="submit" className="login-submit" aria-disabled={form.busy}>
          {form.busy ? t('login.busy') : t('login.submit')}
        </button>
      </form>
    </Page>
  );
};
