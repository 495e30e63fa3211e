import { createContext, useContext } from 'react';
import type { Claims } from './claims.ts';
import type { OwnDraft } from './draft-keeper.ts';
import type { DraftKind } from './draft-kind.ts';
import type { Drafts } from './drafts.ts';

/** What became of the wish to go on with a draft: another tab has it, or it is no longer there. */
export type Missed = 'elsewhere' | 'gone';

/** A claimed draft, or why there is none. */
export const resumeDraft = async (
  {
    drafts,
    claims,
    kind,
  }: { readonly drafts: Drafts; readonly claims: Claims; readonly kind: Pick<DraftKind, 'kept'> },
  id: string,
  isAdmin: boolean,
): Promise<OwnDraft | Missed> => {
  const slot = drafts.slot(id);
  const claim = claims.take(slot.key);
  if (!(await claim.granted)) return 'elsewhere';
  if (slot.read(kind.kept(isAdmin))) return { id, slot, claim };
  claim.release();
  return 'gone';
};

/** How the form opened, and which draft it is by now. */
export type DraftOpening = {
  readonly kind: DraftKind;
  readonly isAdmin: boolean;
  readonly drafts: Drafts;
  readonly resumed: OwnDraft | undefined;
  readonly missed: Missed | undefined;
  /** The draft that is being filled in here, as soon as there is something in it. */
  readonly ownId: string | undefined;
  /** Puts a draft's id into the address, and nothing else: at once. */
  readonly nameOwn: (id: string) => void;
  readonly setOwn: (id: string | undefined) => void;
};

export const DraftContext = createContext<DraftOpening | undefined>(undefined);
/** Undefined for a form that keeps no drafts. */
export const useDraftContext = () => useContext(DraftContext);
