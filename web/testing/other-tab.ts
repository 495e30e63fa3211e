import { onTestFinished } from 'vitest';
import { createSessionStore } from '#web/session/session-store.ts';

/** The same browser's other tab, as long as the test runs. */
export const openOtherTab = () => {
  const channel = new BroadcastChannel('session');
  onTestFinished(() => channel.close());
  return createSessionStore(channel);
};
