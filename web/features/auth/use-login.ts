import { useState } from 'react';
import { calendarDate } from '#shared/dates.ts';
import { regions } from '#shared/regions.ts';
import { auth } from '#shared/routes/auth.ts';
import { call } from '#web/api.ts';
import { useHere } from '#web/here.ts';
import { leaveFor } from '#web/leave.ts';
import { paths } from '#shared/paths.ts';
import { sessionStore } from '#web/session.ts';
import { useRouteForm } from '#web/ui/route-form.ts';
import { takeWantedPage } from '#web/wanted-page.ts';

/** The sign-in form. `failures` counts the refused attempts: each has used up its captcha token. */
export const useLogin = () => {
  const here = useHere();
  const [failures, setFailures] = useState(0);
  const [today] = useState(() => calendarDate(new Date(), regions[here.region].timeZone));
  const form = useRouteForm({
    route: auth.login,
    initial: { region: here.region, email: '', password: '', captcha: '' },
    today,
    send: (input) =>
      call(auth.login, input).catch((error: unknown) => {
        setFailures((count) => count + 1);
        throw error;
      }),
    fieldOfCode: { CaptchaFailed: 'captcha' },
    onDone: (session) => {
      sessionStore.signIn(here.region, session);
      // A new document, since only the sign-in page's content policy lets the captcha provider in.
      leaveFor(takeWantedPage(here.region) ?? paths.home(here));
    },
  });
  return { form, failures };
};

export type LoginForm = ReturnType<typeof useLogin>['form'];
