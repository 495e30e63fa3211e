import { useEffect, useEffectEvent, useState } from 'react';
import type { ComponentType } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSession } from '#web/session/session-store.ts';
import type { Missed, OwnDraft } from './claims.ts';
import { claims, resumeDraft } from './claims.ts';
import { draftIn, draftSearch, nameInAddress } from './draft-kind.ts';
import type { DraftKind } from './draft-kind.ts';
import { drafts } from './drafts.ts';
import { DraftContext } from './use-draft.ts';
import type { DraftOpening } from './use-draft.ts';

type Props = Pick<DraftOpening, 'kind' | 'isAdmin' | 'drafts' | 'ownId' | 'setOwn'> & {
  readonly wanted: string | undefined;
  readonly Form: ComponentType;
};

const OpenedForm = ({ wanted, Form, ...opening }: Props) => {
  const { kind, isAdmin, drafts: own, setOwn } = opening;
  const [found, setFound] = useState<OwnDraft | Missed>();
  const [isRefused, setRefused] = useState(false);
  const show = useEffectEvent((shown: OwnDraft | Missed) => {
    setFound(shown);
    if (typeof shown === 'string') setOwn(undefined);
  });

  useEffect(() => {
    if (wanted === undefined) return undefined;
    let isOver = false;
    void resumeDraft(own.slot(wanted), claims, kind.kept(isAdmin)).then((draft) => {
      if (!isOver) show(draft);
      else if (typeof draft !== 'string') draft.claim.release();
    });
    return () => {
      isOver = true;
    };
  }, [wanted, own, kind, isAdmin]);

  if (wanted !== undefined && !found) return null;
  return (
    <DraftContext value={{ ...opening, found, isRefused, setRefused }}>
      <Form />
    </DraftContext>
  );
};

/** Opens a form as the address says: with the draft that it names, or empty. The address follows what is filled in, so that a reload, a way back and a sign-in lead to the same draft, and a copy of the tab finds that it is taken. */
export const withDraft = (kind: DraftKind, Form: ComponentType): ComponentType => {
  const Drafted = () => {
    const { search, key } = useLocation();
    const navigate = useNavigate();
    const session = useSession();
    // Whoever opened the form owns what is typed, also after the session has ended.
    const [owner] = useState(
      () =>
        session && {
          isAdmin: session.isAdminUser,
          drafts: drafts.of({ region: session.region, email: session.email, form: kind.form }),
        },
    );
    const asked = draftIn(search);
    const [ownId, setOwnId] = useState(asked);
    const [opened, setOpened] = useState({ key, wanted: asked, count: 0 });
    if (opened.key !== key) {
      // The address either follows the form that is open, or leads to another one.
      setOpened(asked === ownId ? { ...opened, key } : { key, wanted: asked, count: opened.count + 1 });
      setOwnId(asked);
    }

    const setOwn = (id: string | undefined) => {
      setOwnId(id);
      nameInAddress(id);
      // The same page: it stays where it is on the screen.
      void navigate({ search: draftSearch(id) }, { replace: true, preventScrollReset: true });
    };
    if (!owner) return <Form />;
    return <OpenedForm key={opened.count} {...{ kind, ...owner, ownId, setOwn, wanted: opened.wanted, Form }} />;
  };
  return Drafted;
};
