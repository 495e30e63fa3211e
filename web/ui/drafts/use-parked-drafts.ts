import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { browserClock } from '#web/browser/clock.ts';
import { useSession } from '#web/session/session-store.ts';
import { claims } from './claims.ts';
import { resumeDraft, useDraftContext } from './draft-context.ts';
import type { DraftKind } from './draft-kind.ts';
import type { TakenDraft } from './drafts.ts';
import { drafts } from './drafts.ts';
import { discardedDrafts } from './use-draft.ts';

/** A draft of a list: one that can be resumed, one that another tab fills in, or one that was just discarded. */
export type ParkedDraft = {
  readonly key: string;
  readonly id: string;
  readonly kind: DraftKind;
  /** An ISO instant. */
  readonly savedAt: string;
  readonly values: { readonly id: string };
  readonly taken: TakenDraft | undefined;
};

/** A tab that closes tells nobody. */
const lookAgainMs = 2000;

/** Which of these keys are those of drafts that are open in some tab. */
const useTakenKeys = (keys: readonly string[]): ReadonlySet<string> => {
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const all = keys.join(' ');
  useEffect(() => {
    let callOff = () => {};
    let isOver = false;
    const look = () =>
      void claims.taken().then((found) => {
        if (isOver) return;
        setTaken(found);
        callOff();
        if (all.split(' ').some((key) => found.has(key))) callOff = browserClock.after(lookAgainMs, look);
      });
    look();
    addEventListener('focus', look);
    return () => {
      isOver = true;
      callOff();
      removeEventListener('focus', look);
    };
  }, [all]);
  return taken;
};

/** The user's drafts of some kinds, the latest first, without the one that is being filled in here. */
export const useParkedDrafts = (kinds: readonly DraftKind[]) => {
  const session = useSession();
  const ownId = useDraftContext()?.ownId;
  const version = useSyncExternalStore(drafts.subscribe, drafts.version.get);
  const discarded = useSyncExternalStore(discardedDrafts.subscribe, discardedDrafts.get);
  // What can be put back can be put back here only.
  useEffect(() => discardedDrafts.forget, []);

  const [of] = useState(
    () =>
      session && {
        isAdmin: session.isAdminUser,
        kinds: kinds.map((kind) => ({
          kind,
          own: drafts.of({ region: session.region, email: session.email, form: kind.form }),
        })),
      },
  );
  const isAdmin = of?.isAdmin ?? false;

  const list = useMemo(() => {
    const parked = (of?.kinds ?? []).flatMap(({ kind, own }) => {
      const schema = kind.kept(isAdmin);
      const kept = own.ids().flatMap((id): ParkedDraft[] => {
        const { key, read } = own.slot(id);
        const draft = read(schema);
        return draft ? [{ key, id, kind, ...draft, taken: undefined }] : [];
      });
      const gone = discarded.flatMap((taken): ParkedDraft[] => {
        const { key, savedAt } = taken;
        const { data: values } = schema.safeParse(taken.values);
        return values && own.slot(values.id).key === key ? [{ key, id: values.id, kind, savedAt, values, taken }] : [];
      });
      return [...kept, ...gone];
    });
    return parked.sort((one, other) => other.savedAt.localeCompare(one.savedAt));
    // oxlint-disable-next-line react/exhaustive-deps -- the version stands for what the browser holds
  }, [of, isAdmin, discarded, version]);

  const others = list.filter(({ id }) => id !== ownId);
  const takenKeys = useTakenKeys(others.map(({ key }) => key));

  return {
    isAdmin,
    list: others,
    isOpenElsewhere: ({ key, taken }: ParkedDraft) => !taken && takenKeys.has(key),
    /** False where another tab was faster: it is that one's to discard. */
    discard: async ({ kind, id }: ParkedDraft): Promise<boolean> => {
      const own = of?.kinds.find((one) => one.kind === kind)?.own;
      const found = own ? await resumeDraft({ drafts: own, claims, kind }, id, isAdmin) : 'gone';
      if (typeof found === 'string') return false;
      const taken = found.slot.takeAway();
      found.claim.release();
      if (taken) discardedDrafts.add(taken);
      return true;
    },
    putBack: ({ taken }: ParkedDraft): boolean => taken !== undefined && discardedDrafts.putBack(taken),
  };
};
