import type { RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';
import * as field from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import type { RegionId } from '#shared/regions.ts';
import type { SentSerial } from '#shared/returns/sent-serial.ts';
import { returns } from '#shared/routes/returns.ts';
import { useStable } from '#web/browser/use-stable.ts';
import { call } from '#web/data/api.ts';

type Found = ReadonlyMap<string, SentSerial>;

type WithSerial = { readonly serialNumber: string };

type Question = {
  readonly region: RegionId;
  /** The store that an admin books for; staff don't say theirs. '' while none is chosen. */
  readonly storeId: string | undefined;
  /** The return's id: after it everything is asked anew. */
  readonly id: string;
  readonly lines: readonly WithSerial[];
};

/** What belongs to one return of one store. */
type Known = { readonly scope: string; readonly found: Found };
type Asked = { readonly scope: string; readonly serialNumbers: Set<string> };

const none: Found = new Map();

const withItems =
  (scope: string, items: readonly SentSerial[]) =>
  (before: Known): Known => {
    if (items.length === 0) return before;
    // Of several the newest comes first, and stays.
    const newest = items.toReversed().map((item) => [item.serialNumber, item] as const);
    return { scope, found: new Map([...(before.scope === scope ? before.found : none), ...newest]) };
  };

/** The serial numbers that have been asked about in a scope; those of another are forgotten. */
const askedIn = (scope: string, asked: RefObject<Asked>) => {
  if (asked.current.scope !== scope) asked.current = { scope, serialNumbers: new Set() };
  return asked.current.serialNumbers;
};

/**
 * Which of the lines' serial numbers the store has sent back before, by serial number. Each is asked about once, many in one call,
 * but for those that came with an answer. Whatever goes wrong, nobody is bothered: it is only a hint.
 */
export const useSentBefore = ({ region, storeId, id, lines }: Question) => {
  const scope = [region, storeId, id].join(' ');
  const [known, setKnown] = useState<Known>({ scope, found: none });
  const asked = useRef<Asked>({ scope, serialNumbers: new Set() });

  useEffect(() => {
    if (storeId === '') return;
    const serialNumbers = askedIn(scope, asked);
    const isNew = ({ serialNumber }: WithSerial) =>
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
        // What is corrected has been sent itself.
        setKnown(
          withItems(
            scope,
            items.filter((item) => item.id !== id),
          ),
        );
      }
    };
    ask().catch(() => {
      // With the next line they are asked about once more.
      for (const serialNumber of fresh) serialNumbers.delete(serialNumber);
    });
  }, [scope, region, storeId, id, lines]);

  /** Takes what a file's report says of the serial numbers of some of its lines: these are not asked about any more. */
  const know = useStable((answered: readonly WithSerial[], items: readonly SentSerial[]) => {
    const serialNumbers = askedIn(scope, asked);
    for (const { serialNumber } of answered) serialNumbers.add(serialNumber);
    setKnown(withItems(scope, items));
  });

  return { sentBefore: known.scope === scope ? known.found : none, know };
};
