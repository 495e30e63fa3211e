import { useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { parseDraftId } from './draft-kind.ts';
import type { DraftUser } from './drafts.ts';
import { drafts } from './drafts.ts';

/**
 * Returns the function that counts a user's parked drafts of a form, without the draft in the URL. It reads only the
 * keys of the storage, not the drafts.
 */
export const useParkedDraftCounter = ({ region, email }: DraftUser) => {
  useSyncExternalStore(drafts.version.subscribe, drafts.version.get);
  const currentId = parseDraftId(useLocation().search);
  const [draftsByForm] = useState(() => ({
    bookRepair: drafts.getDrafts({ region, email, form: 'bookRepair' }),
    bookReturn: drafts.getDrafts({ region, email, form: 'bookReturn' }),
  }));
  return (form: keyof typeof draftsByForm): number => draftsByForm[form].ids().filter((id) => id !== currentId).length;
};
