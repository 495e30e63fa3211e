import { onTestFinished } from 'vitest';
import { createSessionStore } from '#web/session/session-store.ts';

/** Opens another tab of the same browser until the test ends. Returns the session store of that tab. */
export const openOtherTab = () => {
  const channel = new BroadcastChannel('session');
  onTestFinished(() => channel.close());
  return createSessionStore(channel);
};
