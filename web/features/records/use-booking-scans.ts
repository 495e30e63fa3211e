import { useEffect, useEffectEvent, useRef } from 'react';
import type { Scan } from '#web/components/scan/classify-scan.ts';
import { useScanTexts } from '#web/components/scan/scan-texts.ts';
import type { IsScanTaken, ScanOutcome, Scans } from '#web/components/scan/use-scans.ts';
import { useScans } from '#web/components/scan/use-scans.ts';
import type { LastBooking } from './last-booking.ts';

type Options = {
  readonly lastBooking: Pick<LastBooking<never>, 'identity' | 'startNext'>;
  readonly isBusy: boolean;
  /** Returns whether a scan is taken out of the text field in which it was typed, to be put into the form by `place`. */
  readonly isTaken: IsScanTaken;
  /** Puts a scan into the form, and returns what happened. `fieldName` is the text field in which it was typed. */
  readonly place: (scan: Scan, fieldName: string | undefined) => ScanOutcome | Promise<ScanOutcome>;
};

/** Scan on a receipt, which waits for the form of the next booking. */
type PendingScan = { readonly scan: Scan; readonly resolve: (outcome: ScanOutcome | Promise<ScanOutcome>) => void };

/** Handles the scans of a booking form. A scan on the receipt starts the next booking. An RMA number is rejected, because no field takes it. */
export const useBookingScans = ({ lastBooking, isBusy, isTaken, place }: Options): Scans => {
  const { t } = useScanTexts();
  const isForm = lastBooking.identity === undefined;
  const pendingScan = useRef<PendingScan>(undefined);
  const placeNow = useEffectEvent(place);
  useEffect(() => {
    if (!isForm || !pendingScan.current) return;
    const { scan, resolve } = pendingScan.current;
    pendingScan.current = undefined;
    resolve(placeNow(scan, undefined));
  }, [isForm]);
  return useScans({
    isTaken: (scan, fieldName, isTypedCorrectly) => !isForm || isTaken(scan, fieldName, isTypedCorrectly),
    describe: ({ text: code }, fieldName) =>
      fieldName === 'storeRefNo' ? { status: 'taken', text: t('scan.reference', { code }) } : undefined,
    place: (scan, fieldName) => {
      const { text: code } = scan;
      if (scan.kind === 'rma') return { status: 'refused', text: t('scan.rma', { code }) };
      if (isBusy) return { status: 'refused', text: t('scan.busy', { code }) };
      if (isForm) return place(scan, fieldName);
      return new Promise((resolve) => {
        pendingScan.current = { scan, resolve };
        lastBooking.startNext();
      });
    },
  });
};
