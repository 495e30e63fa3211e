import { useContext, useState } from 'react';
import { usePlace } from '#web/browser/place.ts';
import { readSignInDetails } from '#web/session/sign-in-details.ts';
import { PrerenderContext } from '#web/static/prerender.tsx';
import type { LoginNotice } from './login-notices.ts';
import { findLoginNotices } from './login-notices.ts';

/** State in which a sign-in page opens. */
type Opening = {
  readonly email: string | undefined;
  readonly notices: readonly LoginNotice[];
};

/** Returns the state in which the page opens; nothing is known of it when the page is prerendered. */
export const useOpening = (): Opening => {
  const place = usePlace();
  const isPrerendering = useContext(PrerenderContext);
  const [opening] = useState((): Opening => {
    if (isPrerendering) return { email: '', notices: [] };
    const notices = findLoginNotices(place);
    return { email: readSignInDetails(place.region).email, notices };
  });
  return opening;
};
