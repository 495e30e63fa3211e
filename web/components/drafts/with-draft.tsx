import { useEffect, useEffectEvent, useState } from 'react';
import type { ComponentType } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSession } from '#web/session/session-store.ts';
import { parseDraftId, toDraftSearch, showDraftInUrl } from './draft-kind.ts';
import type { DraftKind } from './draft-kind.ts';
import { drafts } from './drafts.ts';
import { openDraft } from './open-draft.ts';
import type { ResumeFailure, LockedDraft } from './tab-locks.ts';
import { tabLocks, resumeDraft } from './tab-locks.ts';
import { DraftContext } from './use-draft.ts';
import type { DraftContextValue } from './use-draft.ts';

type Props = Pick<DraftContextValue, 'kind' | 'isAdmin' | 'drafts' | 'currentId' | 'setCurrentId'> & {
  readonly requestedId: string | undefined;
  readonly Form: ComponentType;
};

const OpenedForm = ({ requestedId, Form, ...context }: Props) => {
  const { kind, isAdmin, drafts: ownerDrafts, setCurrentId } = context;
  const [result, setResult] = useState<LockedDraft | ResumeFailure>();
  const [hasStorageFailed, setStorageFailed] = useState(false);
  const show = useEffectEvent((next: LockedDraft | ResumeFailure) => {
    setResult(next);
    if (typeof next === 'string') setCurrentId(undefined);
  });

  useEffect(() => {
    if (requestedId === undefined) return undefined;
    let isStale = false;
    void resumeDraft(ownerDrafts.slot(requestedId), tabLocks, kind.schema(isAdmin)).then((draft) => {
      if (!isStale) show(draft);
      else if (typeof draft !== 'string') draft.lock.release();
    });
    return () => {
      isStale = true;
    };
  }, [requestedId, ownerDrafts, kind, isAdmin]);

  if (requestedId !== undefined && !result) return null;
  return (
    <DraftContext value={{ ...context, resumeResult: result, hasStorageFailed, setStorageFailed, openDraft }}>
      <Form />
    </DraftContext>
  );
};

/**
 * Wraps a form so that it opens with the draft in the URL, or empty. The URL always has the id of the edited draft, so
 * that a reload, back navigation and sign-in lead to the same draft, and a duplicated tab finds it locked.
 */
export const withDraft = (kind: DraftKind, Form: ComponentType): ComponentType => {
  const FormWithDraft = () => {
    const { search, key } = useLocation();
    const navigate = useNavigate();
    const session = useSession();
    // The user who opened the form owns its input, even after the session has ended.
    const [owner] = useState(
      () =>
        session && {
          isAdmin: session.isAdminUser,
          drafts: drafts.getDrafts({ region: session.region, email: session.email, form: kind.form }),
        },
    );
    const idInUrl = parseDraftId(search);
    const [currentId, setCurrentId] = useState(idInUrl);
    // `count` numbers the opened forms, so that each one starts with its own state.
    const [openForm, setOpenForm] = useState({ key, requestedId: idInUrl, count: 0 });
    if (openForm.key !== key) {
      // The URL was either updated by the open form or leads to another draft.
      setOpenForm(
        idInUrl === currentId ? { ...openForm, key } : { key, requestedId: idInUrl, count: openForm.count + 1 },
      );
      setCurrentId(idInUrl);
    }

    const showDraft = (id: string | undefined) => {
      setCurrentId(id);
      showDraftInUrl(id);
      // The scroll position stays, because the page is the same.
      void navigate({ search: toDraftSearch(id) }, { replace: true, preventScrollReset: true });
    };
    if (!owner) return <Form />;
    return (
      <OpenedForm
        key={openForm.count}
        {...{ kind, ...owner, currentId, setCurrentId: showDraft, requestedId: openForm.requestedId, Form }}
      />
    );
  };
  return FormWithDraft;
};
