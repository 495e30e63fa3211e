import { useState } from 'react';
import { paths } from '#shared/paths.ts';
import { auth } from '#shared/routes/auth.ts';
import { loadDocument } from '#web/browser/load-document.ts';
import { usePlace } from '#web/browser/place.ts';
import { call } from '#web/data/api.ts';
import { rememberEmail, whoSignsIn } from '#web/session/signing-in.ts';
import { withAlert } from '#web/ui/alerts.ts';
import { useRouteForm } from '#web/ui/form/use-form.ts';
import { useCaptcha } from './captcha-field.tsx';
import { newPasswordLabels } from './new-password-fields.tsx';

/** The form for a new password with the code of an email. */
export const useResetPassword = () => {
  const place = usePlace();
  const { region } = place;
  const [{ email = '' }] = useState(() => whoSignsIn(region));
  const captcha = useCaptcha();
  const form = useRouteForm({
    route: auth.resetPassword,
    initial: { region, email, code: '', newPassword: '', confirmPassword: '', captcha: '' },
    labels: {
      email: 'login.email',
      code: 'forgotPassword.reset.code',
      ...newPasswordLabels,
      captcha: 'login.captcha.label',
    },
    send: (input) => captcha.counted(call(auth.resetPassword, input)),
    words: { captcha: captcha.words },
    fieldOfCode: { CodeMismatchException: 'code', CaptchaFailed: 'captcha' },
    onDone: () => {
      carryEmail();
      loadDocument(withAlert(paths.login(place), 'passwordReset'));
    },
  });
  /** Takes the address along to the next page. */
  const carryEmail = () => rememberEmail(region, form.values.email.trim());
  return { form, captcha, carryEmail };
};
