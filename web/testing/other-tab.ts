import { createSessionStore } from '#web/session/session-store.ts';

/** The same browser's other tab. */
export const otherTab = createSessionStore({
  marks: () => localStorage,
  channel: new BroadcastChannel('session'),
  now: () => Date.now(),
});
