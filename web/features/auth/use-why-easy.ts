import { useEffect, useState } from 'react';
import type { About, whyEasy } from '#shared/easy-password.ts';

/** Judges passwords as the server will. The list of common ones is loaded beside the page; until it is there nothing is said. */
export const useWhyEasy = (password: string, about: About) => {
  const [judge, setJudge] = useState<{ readonly whyEasy: typeof whyEasy }>();
  useEffect(() => {
    let isShown = true;
    import('#shared/easy-password.ts').then(
      (loaded) => isShown && setJudge({ whyEasy: loaded.whyEasy }),
      // Without it the server says the same once the form is sent.
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, []);
  return judge?.whyEasy(password, about);
};
