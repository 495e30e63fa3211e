import { useEffect, useEffectEvent, useState } from 'react';
import { usePlace } from '#web/browser/place.ts';
import { useToday } from '#web/browser/use-today.ts';
import type { Failure } from '#web/data/api-errors.ts';
import { failureOf } from '#web/data/api-errors.ts';
import { useSteady } from '#web/data/use-steady.ts';
import type { Hit } from '#web/features/records/record-hit.tsx';
import { useSession } from '#web/session/session-store.ts';
import { changedSince, readSeen, rememberSeen, seenName } from './seen-states.ts';
import type { Concern, Latest, Watch } from './watch.ts';

export type Watched = {
  readonly watches: readonly Watch[];
  /** Where what was reported shows, and which states are reports. */
  readonly reports: { readonly latest: Latest; readonly isReport: (state: string) => boolean } | undefined;
};

type Loaded = {
  readonly concerns: readonly Concern[];
  readonly latest: readonly Hit[];
  readonly reported: readonly Hit[];
};
type Answer = { readonly key: string } & (
  | ({ readonly status: 'loaded' } & Loaded)
  | { readonly status: 'failed'; readonly failure: Failure }
);

/** What wants attention, asked once per visit; what was reported stays until somebody says that they have seen it. */
export const useAttention = ({ watches, reports }: Watched) => {
  const place = usePlace();
  const today = useToday();
  const session = useSession();
  const memory = session && seenName(session);
  const [round, setRound] = useState(0);
  const [answer, setAnswer] = useState<Answer>();
  const key = [place.prefix, place.region, memory, round].join(' ');

  const ask = useEffectEvent(async (): Promise<Answer> => {
    const [latest, ...concerns] = await Promise.all([
      reports?.latest(place) ?? [],
      ...watches.map((watch) => watch.ask(place, today)),
    ]);
    const changed = memory === undefined ? [] : changedSince(readSeen(memory), latest);
    const reported = changed.filter(({ state }) => reports?.isReport(state));
    if (memory !== undefined && reports) rememberSeen(memory, latest, reported);
    return { key, status: 'loaded', concerns, latest, reported };
  });
  useEffect(() => {
    let isStale = false;
    const take = (next: Answer) => {
      if (!isStale) setAnswer(next);
    };
    ask().then(take, (error: unknown) => take({ key, status: 'failed', failure: failureOf(error) }));
    return () => {
      isStale = true;
    };
  }, [key]);

  const current = answer?.key === key ? answer : undefined;
  const isLoading = useSteady(current === undefined);
  return {
    state: isLoading || current === undefined ? ({ status: 'loading' } as const) : current,
    reload: () => setRound(round + 1),
    /** Nothing that was reported is news any more. */
    markSeen: () => {
      if (current?.status !== 'loaded' || memory === undefined) return;
      rememberSeen(memory, current.latest);
      setAnswer({ ...current, reported: [] });
    },
  };
};
