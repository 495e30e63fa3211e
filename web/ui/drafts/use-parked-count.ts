import { useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { draftIn } from './draft-kind.ts';
import type { DraftUser } from './drafts.ts';
import { drafts } from './drafts.ts';

/** How many of a user's half-typed forms wait in this browser, without the one that the address names. Light: it reads no draft. */
export const useParkedCount = ({ region, email }: DraftUser) => {
  useSyncExternalStore(drafts.version.subscribe, drafts.version.get);
  const own = draftIn(useLocation().search);
  const [of] = useState(() => ({
    bookRepair: drafts.of({ region, email, form: 'bookRepair' }),
    bookReturn: drafts.of({ region, email, form: 'bookReturn' }),
  }));
  return (form: keyof typeof of): number => of[form].ids().filter((id) => id !== own).length;
};
