import { useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#shared/api/paths.ts';
import type { Input, Route } from '#shared/api/route.ts';
import { users } from '#shared/api/routes/users.ts';
import { isRevocation } from '#shared/users/operation-rejection.ts';
import type { UserDetails } from '#shared/users/user.ts';
import { usePlace } from '#web/browser/place.ts';
import type { Failure } from '#web/data/api-errors.ts';
import { toFailure } from '#web/data/api-errors.ts';
import { call } from '#web/data/api.ts';
import { useAction } from '#web/data/use-action.ts';
import { useQuery } from '#web/data/use-query.ts';
import type { TextKey } from '#web/i18n/i18n.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { showAlert } from '#web/ui/alerts.ts';

const operations = {
  enable: { route: users.enableUser, alertKey: 'users.done.enabled' },
  disable: { route: users.disableUser, alertKey: 'users.done.disabled' },
  delete: { route: users.deleteUser, alertKey: 'users.done.deleted' },
  resendInvitation: { route: users.resendInvitation, alertKey: 'users.done.resent' },
  resetSecondFactor: { route: users.resetSecondFactor, alertKey: 'users.done.secondFactorReset' },
  addToGroup: { route: users.addToGroup, alertKey: 'users.done.addedToGroup' },
  removeFromGroup: { route: users.removeFromGroup, alertKey: 'users.done.removedFromGroup' },
  changeStore: { route: users.changeStore, alertKey: 'users.done.storeChanged' },
  endSessions: { route: users.endSessions, alertKey: 'users.done.sessionsEnded' },
} as const satisfies Record<string, { readonly route: Route; readonly alertKey: TextKey }>;
type Operations = typeof operations;

/** Operation on one user: its type and its route's input without region, sub and version. */
export type Operation = {
  [Type in keyof Operations]: { readonly type: Type } & Omit<
    Input<Operations[Type]['route']>,
    'region' | 'sub' | 'version'
  >;
}[keyof Operations];

export const typesWithConfirmation = ['disable', 'delete', 'resetSecondFactor', 'endSessions'] as const;

const endsOneSession = (operation: Operation) => operation.type === 'endSessions' && operation.session !== undefined;

/** Returns the type of confirmation that an operation needs, if any. Ending a single session needs none, because it only requires a new sign-in. */
export const findConfirmation = (operation: Operation) =>
  endsOneSession(operation) ? undefined : typesWithConfirmation.find((type) => type === operation.type);

export const useUserOperations = (sub: string | undefined) => {
  const { t } = useTexts();
  const place = usePlace();
  const { region } = place;
  const navigate = useNavigate();
  const query = useQuery(users.findUser, sub === undefined ? undefined : { region, sub });
  const history = useQuery(users.listAuditEvents, sub === undefined ? undefined : { region, sub, limit: 25 });
  const [pendingOperation, setPendingOperation] = useState<Operation>();
  const [failure, setFailure] = useState<Failure>();

  /** Refreshes the user and the history in the background, so that the content and the focus stay. */
  const refreshUser = () => {
    query.refresh().catch(() => query.reload());
    history.refresh().catch(() => history.reload());
  };

  const { isBusy, run } = useAction(
    async (operation: Operation, user: UserDetails) => {
      setFailure(undefined);
      const { type, ...input } = operation;
      const { sub: id, version, email } = user;
      const { route }: { readonly route: Route } = operations[type];
      const versionInput = isRevocation(type) ? {} : { version };
      const response = await call(route, { region, sub: id, ...versionInput, ...input });
      const group = 'role' in operation && { group: t(`users.roles.${operation.role}`) };
      const key: TextKey = endsOneSession(operation) ? 'users.done.sessionEnded' : operations[type].alertKey;
      const alert = { key, values: { email, ...group } };
      setPendingOperation((current) => (current === operation ? undefined : current));
      if (type === 'delete') {
        // The alert follows the navigation, which clears earlier alerts.
        void Promise.resolve(navigate(paths.manageUsers(place), { replace: true })).then(() => showAlert(alert));
        return;
      }
      if (query.status === 'loaded') query.replace({ ...query.data, user: response as UserDetails });
      showAlert(alert);
      // The operation may also have changed the sessions, the history and what keeps the user from signing in (`obstacles`).
      refreshUser();
    },
    {
      onFailed: (error) => {
        const newFailure = toFailure(error);
        if (newFailure.code === 'UserNotFoundException') {
          setPendingOperation(undefined);
          return query.reload();
        }
        if (newFailure.code !== 'UserChanged') return setFailure(newFailure);
        setPendingOperation(undefined);
        showAlert({ key: 'errors.UserChanged', type: 'warning' });
        return refreshUser();
      },
    },
  );

  return {
    query,
    history,
    isBusy,
    failure,
    pendingOperation,
    start: (operation: Operation, user: UserDetails) => {
      setFailure(undefined);
      if (findConfirmation(operation) === undefined) return void run(operation, user);
      return setPendingOperation(operation);
    },
    confirm: (user: UserDetails) => pendingOperation && void run(pendingOperation, user),
    /** Does nothing while the operation is in progress, because its outcome must be shown. */
    cancel: () => {
      if (isBusy) return;
      setPendingOperation(undefined);
      setFailure(undefined);
    },
  };
};

export type UserProps = {
  readonly user: UserDetails;
  /** Admin who is signed in. */
  readonly caller: { readonly email: string };
  readonly isBusy: boolean;
  readonly start: (operation: Operation) => void;
};
