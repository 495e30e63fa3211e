import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';
import { paths } from '#shared/paths.ts';
import { newUser } from '#shared/users/user.ts';
import { usePlace } from '#web/browser/place.ts';
import { StoreFields, useMeantStore } from '#web/features/users/store/store-fields.tsx';
import { useTexts } from '#web/language/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { FailureAlert } from '#web/ui/failure-alert.tsx';
import { FormErrors } from '#web/ui/form/form-errors.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { Loading, LoadFailed } from '#web/ui/list/loading.tsx';
import { isFromList } from '#web/ui/list/row-link.tsx';
import { focusHeading, Page } from '#web/ui/page.tsx';
import { QuestionDialog } from '#web/ui/question-dialog.tsx';
import type { UserProps } from './operation.ts';
import { confirmationOf, useUserOperations } from './operation.ts';
import { UserFacts, UserHistory, UserLine } from './user-facts.tsx';
import { DangerZone, GroupOperations, Panel, SignInPanel, UserSessions } from './user-panels.tsx';

const store = { input: z.strictObject({ storeId: newUser.storeId, storeName: newUser.storeName }) };

const StoreForm = ({ user, isBusy, start }: UserProps) => {
  const { t } = useTexts();
  const form = useForm({
    shape: store,
    initial: { storeId: user.storeId, storeName: user.storeName },
    labels: { storeId: 'users.fields.storeId', storeName: 'users.fields.storeName' },
    send: async (input) => start({ type: 'changeStore', ...input }),
    onDone: () => undefined,
  });
  // Filled in anew with another store: what somebody else has changed meanwhile must not be changed back unseen.
  const [known, setKnown] = useState(user);
  if (known.storeId !== user.storeId || known.storeName !== user.storeName) {
    setKnown(user);
    form.reset({ storeId: user.storeId, storeName: user.storeName });
  }
  const { storeId, storeName } = form.values;
  const meant = useMeantStore().findMeant(storeId);
  const meantId = meant.kind === 'known' ? meant.store.storeId : storeId.trim();
  const isSame = meantId === user.storeId && storeName.trim() === user.storeName;
  return (
    <Panel title={t('users.storeForm.title')}>
      <SpaceBetween size="m">
        <FormErrors complaint={form.complaint} />
        <StoreFields form={form} />
        {!isSame && (
          <Button formAction="none" loading={isBusy} onClick={() => void form.submit()}>
            {t('users.storeForm.save')}
          </Button>
        )}
      </SpaceBetween>
    </Panel>
  );
};

/** For what has to be seen: a ref, the same on every render. */
const intoView = (box: HTMLElement | null) => box?.scrollIntoView?.({ block: 'center' });

const FoundUser = ({ operations }: { readonly operations: ReturnType<typeof useUserOperations> }) => {
  const { t } = useTexts();
  // As it was when the page opened: a session that ends meanwhile makes nobody somebody else.
  const session = useSession();
  const [caller] = useState({ email: session?.email ?? '' });
  const { query, history, isBusy, failure, asked } = operations;
  const data = query.status === 'loaded' ? query.data : undefined;
  // What has been done may take its button along, and the focus with it.
  const shown = useRef(data);
  useEffect(() => {
    if (shown.current !== data && document.activeElement === document.body) focusHeading();
    shown.current = data;
  }, [data]);
  if (query.status !== 'loaded') return null;

  const { user, sessions, obstacles } = query.data;
  const { email } = user;
  const given: UserProps = { user, caller, isBusy, start: (operation) => operations.start(operation, user) };
  const question = asked && confirmationOf(asked);
  return (
    <SpaceBetween size="l">
      {failure && !question && (
        <div key={failure.code} ref={intoView}>
          <FailureAlert failure={failure} />
        </div>
      )}
      <SignInPanel {...given} obstacles={obstacles} />
      <GroupOperations {...given} />
      <StoreForm {...given} />
      <UserSessions {...given} sessions={sessions} />
      <UserHistory history={history} />
      <DangerZone {...given} />
      <UserFacts user={user} />
      {question && (
        <QuestionDialog
          title={t(`users.confirm.${question}.title`, { email })}
          cancel={t('users.confirm.cancel')}
          confirm={{ text: t(`users.confirm.${question}.confirm`), onChosen: () => operations.confirm(user) }}
          isDestructive
          isBusy={isBusy}
          failure={failure}
          onClose={operations.cancel}
        >
          <div>{t(`users.confirm.${question}.text`, { email })}</div>
        </QuestionDialog>
      )}
    </SpaceBetween>
  );
};

/** The user that the address names (`?sub=…`), what keeps them from signing in, and all that can be done to them. */
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
  const last = isUnknown && history.status === 'loaded' ? history.data.items[0] : undefined;

  const content = () => {
    if (isUnknown)
      return (
        <SpaceBetween size="l">
          <div role="alert">
            <Alert type={last ? 'info' : 'error'}>{t(last ? 'users.user.isGone' : 'users.user.notFound')}</Alert>
          </div>
          {last && <UserHistory history={history} />}
        </SpaceBetween>
      );
    if (query.status === 'failed') return <LoadFailed failure={query} onRetry={query.reload} />;
    if (query.status === 'loaded') return <FoundUser key={sub} operations={operations} />;
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
        title={query.status === 'loaded' ? query.data.user.email : (last?.email ?? t('users.user.title'))}
        view={sub ?? ''}
        description={query.status === 'loaded' && <UserLine user={query.data.user} now={now} />}
      >
        {content()}
      </Page>
    </>
  );
};
