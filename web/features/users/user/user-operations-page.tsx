import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import * as field from '#shared/fields.ts';
import { paths } from '#shared/paths.ts';
import { whyNot } from '#shared/users/why-not.ts';
import { usePlace } from '#web/browser/place.ts';
import type { Failure } from '#web/data/api-errors.ts';
import { useTexts } from '#web/language/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { FailureAlert } from '#web/ui/failure-alert.tsx';
import { Loading, LoadFailed } from '#web/ui/list/loading.tsx';
import { isFromList } from '#web/ui/list/row-link.tsx';
import { Page } from '#web/ui/page.tsx';
import { ConfirmOperation } from './confirm-operation.tsx';
import { GroupOperations } from './group-operations.tsx';
import { OperationButtons } from './operation-buttons.tsx';
import { confirmationOf } from './operation.ts';
import { SignInPanel } from './sign-in-panel.tsx';
import { StoreForm } from './store-form.tsx';
import { useUserOperations } from './use-user-operations.ts';
import { UserFacts } from './user-facts.tsx';
import { UserHistory } from './user-history.tsx';
import { UserSessions } from './user-sessions.tsx';

type Operations = ReturnType<typeof useUserOperations>;

/** Says why something could not be done, where it is seen. */
const Failed = ({ failure }: { readonly failure: Failure }) => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.scrollIntoView?.({ block: 'center' }), []);
  return (
    <div ref={box}>
      <FailureAlert failure={failure} />
    </div>
  );
};

/** A user who was found, and all that can be done to them. */
const FoundUser = ({ operations }: { readonly operations: Operations }) => {
  const { t } = useTexts();
  const [now] = useState(() => new Date());
  // As it was when the page opened: a session that ends meanwhile makes nobody somebody else.
  const session = useSession();
  const [ownEmail] = useState(session?.email ?? '');
  const { query, history, isBusy, failure, asked } = operations;
  if (query.status !== 'loaded') return null;

  const { user, sessions, obstacles } = query.data;
  const start: Parameters<typeof SignInPanel>[0]['start'] = (operation) => operations.start(operation, user);
  const question = asked && confirmationOf(asked);
  return (
    <SpaceBetween size="l">
      {failure && !question && <Failed key={failure.code} failure={failure} />}
      <SignInPanel user={user} obstacles={obstacles} isBusy={isBusy} start={start} />
      <UserFacts user={user} now={now} />
      <Container header={<Header variant="h2">{t('users.user.operations')}</Header>}>
        <OperationButtons user={user} ownEmail={ownEmail} isBusy={isBusy} start={start} />
      </Container>
      <GroupOperations user={user} ownEmail={ownEmail} isBusy={isBusy} start={start} />
      <StoreForm user={user} isBusy={isBusy} start={start} />
      <UserSessions
        sessions={sessions}
        isOwn={whyNot.endSessions(user, { email: ownEmail }) !== undefined}
        isBusy={isBusy}
        start={start}
      />
      <UserHistory history={history} />
      {question && (
        <ConfirmOperation
          type={question}
          email={user.email}
          isBusy={isBusy}
          failure={failure}
          onConfirm={() => operations.confirm(user)}
          onCancel={operations.cancel}
        />
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
      >
        {content()}
      </Page>
    </>
  );
};
