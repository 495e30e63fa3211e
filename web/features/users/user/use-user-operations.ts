import { useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#shared/paths.ts';
import { users } from '#shared/routes/users.ts';
import type { UserDetails } from '#shared/users/user.ts';
import { usePlace } from '#web/browser/place.ts';
import type { Failure } from '#web/data/api-errors.ts';
import { failureOf } from '#web/data/api-errors.ts';
import { useAction } from '#web/data/use-action.ts';
import { useQuery } from '#web/data/use-query.ts';
import { useTexts } from '#web/language/i18n.ts';
import { showAlert } from '#web/ui/alerts.ts';
import type { Operation } from './operation.ts';
import { confirmationOf, doneAlert, perform } from './operation.ts';

/** How much of a user's history shows beside them. */
const shownEvents = 25;

/** One user with their history, and what is being done to them. */
export const useUserOperations = (sub: string | undefined) => {
  const texts = useTexts();
  const place = usePlace();
  const { region } = place;
  const navigate = useNavigate();
  const query = useQuery(users.findUser, sub === undefined ? undefined : { region, sub });
  const history = useQuery(users.listAuditEvents, sub === undefined ? undefined : { region, sub, limit: shownEvents });
  const [asked, setAsked] = useState<Operation>();
  const [failure, setFailure] = useState<Failure>();

  /** Nothing that shows goes away meanwhile, so that the focus stays. */
  const update = () => {
    query.refresh().catch(() => query.reload());
    history.refresh().catch(() => undefined);
  };

  const succeed = (operation: Operation, before: UserDetails, after: UserDetails | undefined) => {
    const done = doneAlert(operation, before, texts);
    setAsked((now) => (now === operation ? undefined : now));
    if (after === undefined) {
      // Alerts go with the page on which they show: this one belongs to the next.
      void Promise.resolve(navigate(paths.manageUsers(place), { replace: true })).then(() => showAlert(done));
      return;
    }
    if (query.status === 'loaded') query.replace({ ...query.data, user: after });
    showAlert(done);
    // What else is known of the user follows from it: what keeps them from signing in, sessions, history.
    update();
  };

  const { isBusy, run } = useAction(
    async (operation: Operation, user: UserDetails) => {
      setFailure(undefined);
      return { operation, user, after: await perform(operation, region, user) };
    },
    {
      onDone: ({ operation, user, after }) => succeed(operation, user, after),
      onFailed: (error) => {
        const failed = failureOf(error);
        if (failed.code === 'UserNotFoundException') {
          setAsked(undefined);
          return query.reload();
        }
        if (failed.code !== 'UserChanged') return setFailure(failed);
        setAsked(undefined);
        showAlert({ key: 'errors.UserChanged', type: 'warning' });
        return update();
      },
    },
  );

  return {
    query,
    history,
    isBusy,
    /** Why the last operation failed, until the next. */
    failure,
    /** What waits for an answer to its question. */
    asked,
    /** Does it, or asks first. */
    start: (operation: Operation, user: UserDetails) => {
      setFailure(undefined);
      if (confirmationOf(operation) === undefined) return void run(operation, user);
      return setAsked(operation);
    },
    confirm: (user: UserDetails) => asked && void run(asked, user),
    /** What is under way is waited for: its outcome has to be seen. */
    cancel: () => {
      if (isBusy) return;
      setAsked(undefined);
      setFailure(undefined);
    },
  };
};

/** What shows a part of a user, and what can be done to it. */
export type UserProps = {
  readonly user: UserDetails;
  /** Whoever is signed in. */
  readonly caller: { readonly email: string };
  /** Something is being done to the user already. */
  readonly isBusy: boolean;
  readonly start: (operation: Operation) => void;
};
