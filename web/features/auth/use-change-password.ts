import { useState } from 'react';
import type { RegionId } from '#shared/regions.ts';
import { auth } from '#shared/routes/auth.ts';
import type { AuthObject } from '#shared/routes/auth.ts';
import { usePlace } from '#web/browser/place.ts';
import { sessionStore } from '#web/session/session-store.ts';
import { showAlert } from '#web/ui/alerts.ts';
import { useRouteForm } from '#web/ui/form/use-form.ts';
import { newPasswordLabels } from './new-password-fields.tsx';

const empty = (region: RegionId) => ({ region, oldPassword: '', newPassword: '', confirmPassword: '' });

/** The form for changing one's own password, which begins a new session here and ends all others. */
export const useChangePassword = () => {
  const { region } = usePlace();
  const [isCodeWanted, setCodeWanted] = useState(false);
  const [round, setRound] = useState(0);
  const begin = (session: AuthObject) => {
    sessionStore.signIn(region, session);
    setCodeWanted(false);
    setRound((count) => count + 1);
    form.reset(empty(region));
    showAlert({ key: 'changePassword.done' });
  };
  const form = useRouteForm({
    route: auth.changePassword,
    initial: empty(region),
    labels: { oldPassword: 'password.old', ...newPasswordLabels },
    fieldOfCode: { NotAuthorizedException: { field: 'oldPassword', key: 'changePassword.wrongOldPassword' } },
    onDone: (answer) => {
      if ('challenge' in answer) setCodeWanted(true);
      else begin(answer);
    },
  });
  return { form, isCodeWanted, begin, round };
};
