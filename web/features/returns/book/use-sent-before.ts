import { useEffect, useRef, useState } from 'react';
import * as field from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import type { RegionId } from '#shared/regions.ts';
import type { Output } from '#shared/route.ts';
import { returns } from '#shared/routes/returns.ts';
import { call } from '#web/data/api.ts';
import type { Line } from './lines.ts';

export type SentBefore = Output<typeof returns.findSerialNumbers>['items'][number];

type Found = ReadonlyMap<string, SentBefore>;

type Question = {
  readonly region: RegionId;
  /** The store that an admin books for; staff don't say theirs. '' while none is chosen. */
  readonly storeId: string | undefined;
  /** The booking's id: after it everything is asked anew. */
  readonly id: string;
  readonly lines: readonly Line[];
};

const none: Found = new Map();

/**
 * Which of the lines' serial numbers the store has sent back before, by serial number. Each is asked about once, many in one call.
 * Whatever goes wrong, nobody is bothered: it is only a hint.
 */
export const useSentBefore = ({ region, storeId, id, lines }: Question): Found => {
  const scope = [region, storeId, id].join(' ');
  const [known, setKnown] = useState({ scope, found: none });
  const asked = useRef({ scope, serialNumbers: new Set<string>() });

  useEffect(() => {
    if (storeId === '') return;
    if (asked.current.scope !== scope) asked.current = { scope, serialNumbers: new Set() };
    const { serialNumbers } = asked.current;
    const isNew = ({ serialNumber }: Line) =>
      !serialNumbers.has(serialNumber) && serialNumber !== '' && field.serialNumber.safeParse(serialNumber).success;
    const fresh = [...new Set(lines.filter(isNew).map(({ serialNumber }) => serialNumber))];
    for (const serialNumber of fresh) serialNumbers.add(serialNumber);

    const ask = async () => {
      for (let begin = 0; begin < fresh.length; begin += limits.serialNumbersPerQuestion) {
        const batch = fresh.slice(begin, begin + limits.serialNumbersPerQuestion);
        const { items } = await call(returns.findSerialNumbers, {
          region,
          serialNumbers: batch,
          ...(storeId !== undefined && { storeId }),
        });
        if (asked.current.scope !== scope) return;
        if (items.length === 0) continue;
        // Of several the newest comes first, and stays.
        const newest = items.toReversed().map((item) => [item.serialNumber, item] as const);
        setKnown((before) => ({
          scope,
          found: new Map([...(before.scope === scope ? before.found : none), ...newest]),
        }));
      }
    };
    ask().catch(() => {
      // With the next line they are asked about once more.
      for (const serialNumber of fresh) serialNumbers.delete(serialNumber);
    });
  }, [scope, region, storeId, lines]);

  return known.scope === scope ? known.found : none;
};
