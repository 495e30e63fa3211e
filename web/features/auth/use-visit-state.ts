import { useContext, useState } from 'react';
import { usePlace } from '#web/browser/place.ts';
import { readSignInDetails } from '#web/session/sign-in-details.ts';
import { PrerenderContext } from '#web/static/prerender.tsx';
import type { LoginNotice } from './login-notices.ts';
import { findLoginNotices } from './login-notices.ts';

/** State of a visit to a sign-in page: the email entered before, and the notices to show. */
type VisitState = {
  readonly email: string | undefined;
  readonly notices: readonly LoginNotice[];
};

/** Returns the state of the visit. A prerendered page has an empty one, because the visit is not known yet. */
export const useVisitState = (): VisitState => {
  const place = usePlace();
  const isPrerendering = useContext(PrerenderContext);
  const [visitState] = useState((): VisitState => {
    if (isPrerendering) return { email: '', notices: [] };
    const notices = findLoginNotices(place);
    return { email: readSignInDetails(place.region).email, notices };
  });
  return visitState;
};
