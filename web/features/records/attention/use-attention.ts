import { usePlace } from '#web/browser/place.ts';
import { useToday } from '#web/browser/use-today.ts';
import { useAsked } from '#web/data/use-query.ts';
import type { Hit } from '#web/features/records/record-hit.tsx';
import { useSession } from '#web/session/session-store.ts';
import { changedSince, readSeen, rememberSeen, seenName } from './seen-states.ts';
import type { Latest, Watch } from './watch.ts';

export type Watched = {
  readonly watches: readonly Watch[];
  /** Where what was reported shows, and which states are reports. */
  readonly reports: { readonly latest: Latest; readonly isReport: (state: string) => boolean } | undefined;
};

/** What wants attention, asked once per visit; what was reported stays until somebody says that they have seen it. */
export const useAttention = ({ watches, reports }: Watched) => {
  const { prefix, region } = usePlace();
  const today = useToday();
  const session = useSession();
  const memory = session && seenName(session);

  const { replace, ...state } = useAsked(['attention', prefix, region, memory], async () => {
    const place = { prefix, region };
    const [latest, ...concerns] = await Promise.all([
      reports?.latest(place) ?? [],
      ...watches.map((watch) => watch.ask(place, today)),
    ]);
    const changed = memory === undefined ? [] : changedSince(readSeen(memory), latest);
    const reported: readonly Hit[] = changed.filter(({ state: now }) => reports?.isReport(now));
    if (memory !== undefined && reports) rememberSeen(memory, latest, reported);
    return { concerns, latest, reported };
  });
  return {
    state,
    /** Nothing that was reported is news any more. */
    markSeen: () => {
      if (state.status !== 'loaded' || memory === undefined) return;
      rememberSeen(memory, state.data.latest);
      replace({ ...state.data, reported: [] });
    },
  };
};
