import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { requiredLine } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import type { Place } from '#shared/paths.ts';
import type { RecordKindName } from '#shared/records/record.ts';
import { searchKey } from '#shared/records/search-key.ts';
import { isEan, normaliseEan } from '#shared/returns/ean.ts';
import { repairs as routes } from '#shared/routes/repairs.ts';
import { usePlace } from '#web/browser/place.ts';
import type { Failure } from '#web/data/api-errors.ts';
import { failureOf } from '#web/data/api-errors.ts';
import { call } from '#web/data/api.ts';
import type { Hit } from '#web/features/records/record-hit.tsx';
import { hitOf } from '#web/features/records/record-hit.tsx';
import type { RecordKind, SubmittedRecord } from '#web/features/records/record-kind.ts';

const most = 5;

export type Found = {
  readonly name: RecordKindName;
  readonly hits: readonly Hit[];
  readonly all: string | undefined;
};

/** The serial number that a text is, where something found was booked under it; undefined otherwise. Returns are asked for by another call, only where nothing else explains that they were found. Never rejects. */
const deviceAmong = async (text: string, { region }: Place, found: readonly Found[]): Promise<string | undefined> => {
  const input = routes.findDevice.input.safeParse({ region, serialNumber: text }).data;
  if (!input) return undefined;
  const key = searchKey(text);
  const hits = found.flatMap((one) => one.hits);
  const serialNumbers = hits.flatMap((hit) => hit.serialNumber ?? []);
  const booked = serialNumbers.find((serialNumber) => searchKey(serialNumber) === key);
  if (booked !== undefined) return booked;
  const isUnexplained = hits.some(
    (hit) => hit.serialNumber === undefined && !hit.names.some((name) => searchKey(name).startsWith(key)),
  );
  const isAskable = found.some(({ name }) => name === 'repairs');
  if (!isUnexplained || !isAskable || isEan(normaliseEan(text) ?? '')) return undefined;
  const { returns } = await call(routes.findDevice, input).catch(() => ({ returns: [] }));
  return returns.length > 0 ? input.serialNumber : undefined;
};

/** Finds records of a kind by how their RMA number, reference, a serial number or an EAN begins. Rejects with an AppError. */
export type Finder = (text: string, place: Place) => Promise<Found>;

export const finderOf =
  <Summary extends SubmittedRecord>(kind: RecordKind<Summary>): Finder =>
  async (text, place) => {
    const { items, cursor } = await call(kind.routes.list, { region: place.region, search: text, limit: most });
    return {
      name: kind.name,
      hits: items.map((record) => hitOf(kind, record, place)),
      all: cursor === undefined ? undefined : `${kind.paths.list(place)}?${new URLSearchParams({ search: text })}`,
    };
  };

/** Debounce: whoever pauses for so long has typed enough to be shown something. */
const pauseMs = 250;

type Answer =
  | { readonly text: string; readonly found: readonly Found[]; readonly device: string | undefined }
  | { readonly text: string; readonly failure: Failure };

type Options = {
  readonly finders: readonly Finder[];
  /** Gets what was found for a text that ended with Enter, once it shows; `device` is the serial number that the text is. */
  readonly onEntered: (text: string, found: readonly Found[], device: string | undefined) => void;
};

/** Finds what is typed or scanned: after a pause, or at once with Enter, which scanners send. */
export const useFind = ({ finders, onEntered }: Options) => {
  const place = usePlace();
  const [typed, setTyped] = useState('');
  const [answer, setAnswer] = useState<Answer>();
  const { data: text = '' } = requiredLine(limits.text.search).safeParse(typed);
  const wanted = useRef('');
  const entered = useRef<string>(undefined);
  const isAskable = text !== '';
  const current = isAskable && answer?.text === text ? answer : undefined;

  const ask = async () => {
    if (wanted.current === text) return;
    wanted.current = text;
    const next = await Promise.all(finders.map((find) => find(text, place))).then(
      async (found): Promise<Answer> => ({ text, found, device: await deviceAmong(text, place, found) }),
      (error: unknown): Answer => ({ text, failure: failureOf(error) }),
    );
    // Stale: something else is looked for by now.
    if (wanted.current !== next.text) return;
    flushSync(() => setAnswer(next));
    if (entered.current !== next.text) return;
    entered.current = undefined;
    if ('found' in next) onEntered(next.text, next.found, next.device);
  };
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    if (!isAskable) wanted.current = '';
    // What ended with Enter is asked for at once; one letter says nothing yet.
    if (!isAskable || text.length < 2) return undefined;
    const timer = setTimeout(() => void askNow(), pauseMs);
    return () => clearTimeout(timer);
  }, [text, isAskable]);

  return {
    typed,
    type: (next: string) => {
      entered.current = undefined;
      setTyped(next);
    },
    answer: current,
    isAsking: isAskable && current === undefined && text.length > 1,
    enter: () => {
      if (!isAskable) return;
      if (current && 'found' in current) return onEntered(text, current.found, current.device);
      if (current) wanted.current = '';
      entered.current = text;
      void ask();
    },
  };
};
