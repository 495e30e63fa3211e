import { useEffect, useState } from 'react';
import * as field from '#shared/fields.ts';
import type { RegionId } from '#shared/regions.ts';
import type { RepairSummary } from '#shared/repairs/repair.ts';
import { repairs } from '#shared/routes/repairs.ts';
import { call } from '#web/data/api.ts';

type Question = {
  readonly region: RegionId;
  /** The store that an admin books for; staff don't say theirs. '' while none is chosen. */
  readonly storeId: string | undefined;
  readonly serialNumber: string;
};

const none: readonly RepairSummary[] = [];

/** The store's open repairs of one device. Whatever goes wrong, nobody is bothered: it is only a hint. */
export const useOpenRepairs = ({ region, storeId, serialNumber }: Question): readonly RepairSummary[] => {
  const [found, setFound] = useState<{ readonly asked: string; readonly items: readonly RepairSummary[] }>();
  const isAsked = storeId !== '' && serialNumber !== '' && field.serialNumber.safeParse(serialNumber).success;
  const asked = isAsked ? [region, storeId, serialNumber].join(' ') : '';

  useEffect(() => {
    if (!asked) return undefined;
    let isCurrent = true;
    call(repairs.findSerialNumber, { region, serialNumber, ...(storeId !== undefined && { storeId }) }).then(
      ({ items }) => isCurrent && setFound({ asked, items }),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [asked, region, storeId, serialNumber]);

  return asked && found?.asked === asked ? found.items : none;
};
