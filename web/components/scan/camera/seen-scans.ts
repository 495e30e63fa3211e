import type { Scan } from '#web/components/scan/classify-scan.ts';

/** Time without a code in the picture after which the same code counts again, in milliseconds. */
export const forgetAfterMs = 2000;

/** Remembers what was taken, so that a code that stays in the picture is taken once. */
export const createSeenScans = () => {
  const timeByText = new Map<string, number>();
  return {
    /**
     * Returns the scans of a picture that are new. An EAN counts again with a new serial number, or if one waits for it:
     * devices of the same product follow each other.
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
