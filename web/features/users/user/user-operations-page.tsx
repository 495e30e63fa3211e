import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import * as field from '#shared/api/fields.ts';
import { paths } from '#shared/api/paths.ts';
import { newUser } from '#shared/users/user.ts';
import { usePlace } from '#web/browser/place.ts';
import { useForm } from '#web/components/forms/use-form.ts';
import { Loading, LoadFailed } from '#web/components/lists/loading.tsx';
import { isFromList } from '#web/components/lists/row-link.tsx';
import { StoreFields, useMatchingStore } from '#web/features/users/store/store-fields.tsx';
import { useTexts } from '#web/i18n/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { FailureAlert } from '#web/ui/failure-alert.tsx';
import { FormErrors } from '#web/ui/form/form-errors.tsx';
import { focusHeading, Page } from '#web/ui/page.tsx';
import type { UserProps } from './operation.ts';
import { findConfirmation, useUserOperations } from './operation.ts';
import { UserFacts, UserHistory, UserLine } from './user-facts.tsx';
import { DangerZone, GroupOperations, Panel, SignInPanel, UserSessions } from './user-panels.tsx';

const storeShape = { input: z.strictObject({ storeId: newUser.storeId, storeName: newUser.storeName }) };

const StoreForm = ({ user, isBusy, start }: UserProps) => {
  const { t } = useTexts();
  const form = useForm({
    shape: storeShape,
    initial: { storeId: user.storeId, storeName: user.storeName },
    labels: { storeId: 'users.fields.storeId', storeName: 'users.fields.storeName' },
    send: async (input) => start({ type: 'changeStore', ...input }),
    onDone: () => undefined,
  });
  // The form is reset when the user's store changes, so that saving does not silently revert another admin's change.
  const [previousUser, setPreviousUser] = useState(user);
  if (previousUser.storeId !== user.storeId || previousUser.storeName !== user.storeName) {
    setPreviousUser(user);
    form.reset({ storeId: user.storeId, storeName: user.storeName });
  }
  const { storeId, storeName } = form.values;
  const match = useMatchingStore().findMatch(storeId);
  const matchedId = match.kind === 'known' ? match.store.storeId : storeId.trim();
  const isUnchanged = matchedId === user.storeId && storeName.trim() === user.storeName;
  return (
    <Panel title={t('users.storeForm.title')}>
      <SpaceBetween size="m">
        <FormErrors errorSummary={form.errorSummary} />
        <StoreFields form={form} />
        {!isUnchanged && (
          <Button formAction="none" loading={isBusy} onClick={() => void form.submit()}>
            {t('users.storeForm.save')}
          </Button>
        )}
      </SpaceBetween>
    </Panel>
  );
};

/** Ref callback that scrolls an element into view. Stable, so that it runs on mount only. */
const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView?.({ block: 'center' });

const LoadedUser = ({ operations }: { readonly operations: ReturnType<typeof useUserOperations> }) => {
  const { t } = useTexts();
  // The value is kept from the first render, so that the end of the session does not change the caller.
  const session = useSession();
  const [caller] = useState({ email: session?.email ?? '' });
  const { query, history, isBusy, failure, pendingOperation } = operations;
  const data = query.status === 'loaded' ? query.data : undefined;
  // The focus moves to the heading if a completed operation has removed its focused button.
  const shownData = useRef(data);
  useEffect(() => {
    if (shownData.current !== data && document.activeElement === document.body) focusHeading();
    shownData.current = data;
  }, [data]);
  if (query.status !== 'loaded') return null;

  const { user, sessions, obstacles } = query.data;
  const { email } = user;
  const userProps: UserProps = { user, caller, isBusy, start: (operation) => operations.start(operation, user) };
  const confirmation = pendingOperation && findConfirmation(pendingOperation);
  return (
    <SpaceBetween size="l">
      {failure && !confirmation && (
        <div key={failure.code} ref={scrollIntoView}>
          <FailureAlert failure={failure} />
        </div>
      )}
      <SignInPanel {...userProps} obstacles={obstacles} />
      <GroupOperations {...userProps} />
      <StoreForm {...userProps} />
      <UserSessions {...userProps} sessions={sessions} />
      <UserHistory history={history} />
      <DangerZone {...userProps} />
      <UserFacts user={user} />
      {confirmation && (
        <Dialog
          title={t(`users.confirm.${confirmation}.title`, { email })}
          cancel={t('users.confirm.cancel')}
          confirm={{ text: t(`users.confirm.${confirmation}.confirm`), onChosen: () => operations.confirm(user) }}
          isDestructive
          isBusy={isBusy}
          failure={failure}
          onClose={operations.cancel}
        >
          <div>{t(`users.confirm.${confirmation}.text`, { email })}</div>
        </Dialog>
      )}
    </SpaceBetween>
  );
};

/** Page of the user in `?sub=…`, with their sign-in obstacles and all operations. */
export const UserOperationsPage = () => {
  const { t } = useTexts();
  const place = usePlace();
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const sub = field.sub.safeParse(new URLSearchParams(search).get('sub')).data;
  const operations = useUserOperations(sub);
  const [now] = useState(() => new Date());
  const { query, history } = operations;
  const isUnknown = sub === undefined || (query.status === 'failed' && query.code === 'UserNotFoundException');
  const latestEvent = isUnknown && history.status === 'loaded' ? history.data.items[0] : undefined;

  const renderContent = () => {
    if (isUnknown)
      return (
        <SpaceBetween size="l">
          <div role="alert">
            <Alert type={latestEvent ? 'info' : 'error'}>
              {t(latestEvent ? 'users.user.isGone' : 'users.user.notFound')}
            </Alert>
          </div>
          {latestEvent && <UserHistory history={history} />}
        </SpaceBetween>
      );
    if (query.status === 'failed') return <LoadFailed failure={query} onRetry={query.reload} />;
    if (query.status === 'loaded') return <LoadedUser key={sub} operations={operations} />;
    return <Loading text={t('users.user.loading')} />;
  };
  return (
    <>
      <div>
        <Button
          variant="inline-link"
          iconName="arrow-left"
          onClick={() => void (isFromList(state) ? navigate(-1) : navigate(paths.manageUsers(place)))}
        >
          {t('users.user.back')}
        </Button>
      </div>
      <Page
        title={query.status === 'loaded' ? query.data.user.email : (latestEvent?.email ?? t('users.user.title'))}
        view={sub ?? ''}
        description={query.status === 'loaded' && <UserLine user={query.data.user} now={now} />}
      >
        {renderContent()}
      </Page>
    </>
  );
};
