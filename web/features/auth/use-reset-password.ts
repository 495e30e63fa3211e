import { useState } from 'react';
import { paths } from '#shared/paths.ts';
import { auth } from '#shared/routes/auth.ts';
import { leaveFor } from '#web/browser/leave.ts';
import { useHere } from '#web/browser/place.ts';
import { call } from '#web/data/api.ts';
import { rememberEmail, whoSignsIn } from '#web/session/signing-in.ts';
import { withAlert } from '#web/ui/alerts.ts';
import { useRouteForm } from '#web/ui/form/route-form.ts';
import { useToday } from './use-today.ts';

/** The form for a new password with the code of an email. */
export const useResetPassword = () => {
  const here = useHere();
  const { region } = here;
  const [{ email = '' }] = useState(() => whoSignsIn(region));
  const form = useRouteForm({
    route: auth.resetPassword,
    initial: { region, email, code: '', newPassword: '', confirmPassword: '' },
    today: useToday(region),
    send: (input) => call(auth.resetPassword, input),
    fieldOfCode: { CodeMismatchException: 'code' },
    onDone: () => {
      rememberEmail(region, form.values.email.trim());
      leaveFor(withAlert(paths.login(here), 'passwordReset'));
    },
  });
  return form;
};
