import { createStore } from '#web/browser/store.ts';

/** How many calls are under way: what the loading bar follows. */
export const activity = createStore(0);

export const tracked = async <T>(work: Promise<T>): Promise<T> => {
  activity.set(activity.get() + 1);
  try {
    return await work;
  } finally {
    activity.set(activity.get() - 1);
  }
};
