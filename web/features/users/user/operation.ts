import { useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#shared/paths.ts';
import type { Input, Route } from '#shared/route.ts';
import { users } from '#shared/routes/users.ts';
import { takesRightsAway } from '#shared/users/operation-refusal.ts';
import type { UserDetails } from '#shared/users/user.ts';
import { usePlace } from '#web/browser/place.ts';
import type { Failure } from '#web/data/api-errors.ts';
import { failureOf } from '#web/data/api-errors.ts';
import { call } from '#web/data/api.ts';
import { useAction } from '#web/data/use-action.ts';
import { useQuery } from '#web/data/use-query.ts';
import type { TextKey } from '#web/language/i18n.ts';
import { useTexts } from '#web/language/i18n.ts';
import { showAlert } from '#web/ui/alerts.ts';

const operations = {
  enable: { route: users.enableUser, done: 'users.done.enabled' },
  disable: { route: users.disableUser, done: 'users.done.disabled' },
  delete: { route: users.deleteUser, done: 'users.done.deleted' },
  resendInvitation: { route: users.resendInvitation, done: 'users.done.resent' },
  resetSecondFactor: { route: users.resetSecondFactor, done: 'users.done.secondFactorReset' },
  addToGroup: { route: users.addToGroup, done: 'users.done.addedToGroup' },
  removeFromGroup: { route: users.removeFromGroup, done: 'users.done.removedFromGroup' },
  changeStore: { route: users.changeStore, done: 'users.done.storeChanged' },
  endSessions: { route: users.endSessions, done: 'users.done.sessionsEnded' },
} as const satisfies Record<string, { readonly route: Route; readonly done: TextKey }>;
type Operations = typeof operations;

/** Something that is done to one user, with what its route asks beside whom it is done to. */
export type Operation = {
  [Type in keyof Operations]: { readonly type: Type } & Omit<
    Input<Operations[Type]['route']>,
    'region' | 'sub' | 'version'
  >;
}[keyof Operations];

export const confirmedTypes = ['disable', 'delete', 'resetSecondFactor', 'endSessions'] as const;

const isOneSession = (operation: Operation) => operation.type === 'endSessions' && operation.session !== undefined;

/** The question that an operation needs, if any: ending a single session is no more than a new sign-in. */
export const confirmationOf = (operation: Operation) =>
  isOneSession(operation) ? undefined : confirmedTypes.find((type) => type === operation.type);

export const useUserOperations = (sub: string | undefined) => {
  const { t } = useTexts();
  const place = usePlace();
  const { region } = place;
  const navigate = useNavigate();
  const query = useQuery(users.findUser, sub === undefined ? undefined : { region, sub });
  const history = useQuery(users.listAuditEvents, sub === undefined ? undefined : { region, sub, limit: 25 });
  const [asked, setAsked] = useState<Operation>();
  const [failure, setFailure] = useState<Failure>();

  /** Nothing that shows goes away meanwhile, so that the focus stays. */
  const update = () => {
    query.refresh().catch(() => query.reload());
    history.refresh().catch(() => undefined);
  };

  const { isBusy, run } = useAction(
    async (operation: Operation, user: UserDetails) => {
      setFailure(undefined);
      const { type, ...input } = operation;
      const { sub: id, version, email } = user;
      const { route }: { readonly route: Route } = operations[type];
      const seen = takesRightsAway(type) ? {} : { version };
      const answer = await call(route, { region, sub: id, ...seen, ...input });
      const group = 'role' in operation && { group: t(`users.roles.${operation.role}`) };
      const key: TextKey = isOneSession(operation) ? 'users.done.sessionEnded' : operations[type].done;
      const done = { key, values: { email, ...group } };
      setAsked((now) => (now === operation ? undefined : now));
      if (type === 'delete') {
        // Alerts go with the page on which they show: this one belongs to the next.
        void Promise.resolve(navigate(paths.manageUsers(place), { replace: true })).then(() => showAlert(done));
        return;
      }
      if (query.status === 'loaded') query.replace({ ...query.data, user: answer as UserDetails });
      showAlert(done);
      // What else is known of the user follows from it: what keeps them from signing in, sessions, history.
      update();
    },
    {
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
    failure,
    asked,
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

export type UserProps = {
  readonly user: UserDetails;
  readonly caller: { readonly email: string };
  readonly isBusy: boolean;
  readonly start: (operation: Operation) => void;
};
