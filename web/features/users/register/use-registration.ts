import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Role } from '#shared/groups.ts';
import { paths } from '#shared/paths.ts';
import { users } from '#shared/routes/users.ts';
import { usePlace } from '#web/browser/place.ts';
import { useToday } from '#web/browser/use-today.ts';
import { call } from '#web/data/api.ts';
import { useKnownStores } from '#web/features/users/store/use-known-stores.ts';
import { useRouteForm } from '#web/ui/form/use-form.ts';

const nobody = { email: '', storeId: '', storeName: '', roles: [] as Role[] };

/** The form that registers a user, and the question about the store's name that may come before it is sent. */
export const useRegistration = () => {
  const place = usePlace();
  const navigate = useNavigate();
  const known = useKnownStores();
  const [initial] = useState(() => ({ region: place.region, ...nobody }));
  /** The name that was decided on. */
  const storeName = useRef<string>(undefined);

  const form = useRouteForm({
    route: users.registerUser,
    initial,
    today: useToday(),
    labels: {
      email: 'users.fields.email',
      storeId: 'users.fields.storeId',
      storeName: 'users.fields.storeName',
      roles: 'users.fields.roles',
    },
    fieldOfCode: { UsernameExistsException: 'email' },
    send: (input) => call(users.registerUser, { ...input, storeName: storeName.current ?? input.storeName }),
    onDone: ({ sub }) => void navigate(paths.registrationConfirmed(place, sub)),
  });

  return {
    form,
    known,
    submit: () => {
      // What has errors first shows them.
      if (!users.registerUser.input.safeParse(form.values).success) return void form.submit();
      return void known.settleName(form.values, (name) => {
        storeName.current = name;
        form.set('storeName', name);
        void form.submit();
      });
    },
  };
};

export type Registration = ReturnType<typeof useRegistration>;
