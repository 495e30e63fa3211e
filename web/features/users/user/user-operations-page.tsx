import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import * as field from '#shared/fields.ts';
import { paths } from '#shared/paths.ts';
import { usePlace } from '#web/browser/place.ts';
import type { Failure } from '#web/data/api-errors.ts';
import { useTexts } from '#web/language/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { FailureAlert } from '#web/ui/failure-alert.tsx';
import { lazily } from '#web/ui/lazily.tsx';
import { Loading, LoadFailed } from '#web/ui/list/loading.tsx';
import { isFromList } from '#web/ui/list/row-link.tsx';
import { focusHeading, Page } from '#web/ui/page.tsx';
import { DangerZone } from './danger-zone.tsx';
import { GroupOperations } from './group-operations.tsx';
import { confirmationOf } from './operation.ts';
import type { Operation } from './operation.ts';
import { SignInPanel } from './sign-in-panel.tsx';
import { StoreForm } from './store-form.tsx';
import type { UserProps } from './use-user-operations.ts';
import { useUserOperations } from './use-user-operations.ts';
import { UserFacts, UserLine } from './user-facts.tsx';
import { UserHistory } from './user-history.tsx';
import { UserSessions } from './user-sessions.tsx';

const {
  Lazy: Question,
  usePreload,
  load,
} = lazily(async () => (await import('#web/ui/question-dialog.tsx')).QuestionDialog);

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
  // As it was when the page opened: a session that ends meanwhile makes nobody somebody else.
  const session = useSession();
  usePreload();
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
  const start = async (operation: Operation) => {
    if (confirmationOf(operation) === undefined || (await load())) operations.start(operation, user);
  };
  const given: UserProps = { user, caller, isBusy, start: (operation) => void start(operation) };
  const question = asked && confirmationOf(asked);
  return (
    <SpaceBetween size="l">
      {failure && !question && <Failed key={failure.code} failure={failure} />}
      <SignInPanel {...given} obstacles={obstacles} />
      <GroupOperations {...given} />
      <StoreForm {...given} />
      <UserSessions {...given} sessions={sessions} />
      <UserHistory history={history} />
      <DangerZone {...given} />
      <UserFacts user={user} />
      {question && (
        <Question
          title={t(`users.confirm.${question}.title`, { email })}
          cancel={t('users.confirm.cancel')}
          confirm={{ text: t(`users.confirm.${question}.confirm`), onChosen: () => operations.confirm(user) }}
          isDestructive
          isBusy={isBusy}
          failure={failure}
          onClose={operations.cancel}
        >
          <div>{t(`users.confirm.${question}.text`, { email })}</div>
        </Question>
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
