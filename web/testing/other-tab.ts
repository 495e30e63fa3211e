import { createSessionStore } from '#web/session/session-store.ts';

/** The same browser's other tab. */
export const otherTab = createSessionStore(new BroadcastChannel('session'));
