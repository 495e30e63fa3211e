import { useEffect, useMemo, useReducer } from 'react';
import * as field from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import type { RegionId } from '#shared/regions.ts';
import type { SentSerial } from '#shared/returns/sent-serial.ts';
import { returns } from '#shared/routes/returns.ts';
import { useStable } from '#web/browser/use-stable.ts';
import { call } from '#web/data/api.ts';

type WithSerial = { readonly serialNumber: string };

type Question = {
  readonly region: RegionId;
  /** The store that an admin books for; staff don't say theirs. '' while none is chosen. */
  readonly storeId: string | undefined;
  /** The return's id: after it everything is asked anew. */
  readonly id: string;
  readonly lines: readonly WithSerial[];
};

/** What belongs to one return of one store: the serial numbers that were asked about, and what was found, which is another map each time. */
type Memory = { readonly scope: string; readonly asked: Set<string>; found: ReadonlyMap<string, SentSerial> };

const learn = (memory: Memory, items: readonly SentSerial[]) => {
  // Of several the newest comes first, and stays.
  const newest = items.toReversed().map((item) => [item.serialNumber, item] as const);
  if (items.length > 0) memory.found = new Map([...memory.found, ...newest]);
};

/**
 * Which of the lines' serial numbers the store has sent back before, by serial number. Each is asked about once, many in one call,
 * but for those that came with an answer. Whatever goes wrong, nobody is bothered: it is only a hint.
 */
export const useSentBefore = ({ region, storeId, id, lines }: Question) => {
  const scope = [region, storeId, id].join(' ');
  const memory = useMemo<Memory>(() => ({ scope, asked: new Set(), found: new Map() }), [scope]);
  const [, redraw] = useReducer((answers: number) => answers + 1, 0);

  useEffect(() => {
    if (storeId === '') return;
    const { asked } = memory;
    const isNew = ({ serialNumber }: WithSerial) =>
      !asked.has(serialNumber) && serialNumber !== '' && field.serialNumber.safeParse(serialNumber).success;
    const fresh = [...new Set(lines.filter(isNew).map(({ serialNumber }) => serialNumber))];
    for (const serialNumber of fresh) asked.add(serialNumber);

    const ask = async () => {
      for (let begin = 0; begin < fresh.length; begin += limits.serialNumbersPerQuestion) {
        const serialNumbers = fresh.slice(begin, begin + limits.serialNumbersPerQuestion);
        const store = storeId === undefined ? {} : { storeId };
        const { items } = await call(returns.findSerialNumbers, { region, serialNumbers, ...store });
        // What is corrected has been sent itself.
        const others = items.filter((item) => item.id !== id);
        learn(memory, others);
        redraw();
      }
    };
    ask().catch(() => {
      // With the next line they are asked about once more.
      for (const serialNumber of fresh) asked.delete(serialNumber);
    });
  }, [memory, region, storeId, id, lines]);

  /** Takes what a file's report says of the serial numbers of some of its lines: these are not asked about any more. */
  const know = useStable((answered: readonly WithSerial[], items: readonly SentSerial[]) => {
    for (const { serialNumber } of answered) memory.asked.add(serialNumber);
    learn(memory, items);
    redraw();
  });

  return { sentBefore: memory.found, know };
};
