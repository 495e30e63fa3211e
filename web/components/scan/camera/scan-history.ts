import type { Scan } from '#web/components/scan/classify-scan.ts';

/** Time in milliseconds for which a code must be out of the picture before it counts again. */
export const forgetAfterMs = 2000;

/** Remembers the scans that were used, so that a code that stays in the picture is used only once. */
export const createScanHistory = () => {
  const timeByText = new Map<string, number>();
  return {
    /**
     * Returns the new scans of a picture. A known EAN counts again next to a new serial number or if the form waits for an
     * EAN, because the next device may be the same product.
     */
    findNew: (scans: readonly Scan[], time: number, isProductAwaited: boolean): readonly Scan[] => {
      const isNew = ({ text }: Scan) => time - (timeByText.get(text) ?? Number.NEGATIVE_INFINITY) > forgetAfterMs;
      const isOfNewDevice = isProductAwaited || scans.some((scan) => scan.kind !== 'product' && isNew(scan));
      const newScans = scans.filter((scan) => isNew(scan) || (scan.kind === 'product' && isOfNewDevice));
      for (const scan of scans) if (!isNew(scan)) timeByText.set(scan.text, time);
      return newScans;
    },
    remember: (scans: readonly Scan[], time: number) => {
      for (const { text } of scans) timeByText.set(text, time);
    },
  };
};
