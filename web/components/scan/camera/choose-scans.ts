import type { Scan } from '#web/components/scan/classify-scan.ts';
import type { Point } from './open-code-reader.ts';

/** Scan in a picture, and its distance from the middle. */
export type SeenScan = { readonly scan: Scan; readonly distance: number };

type Size = { readonly width: number; readonly height: number };

const findCenter = (corners: readonly Point[]): Point => {
  const sum = (pick: (point: Point) => number) => corners.reduce((total, point) => total + pick(point), 0);
  return { x: sum(({ x }) => x) / corners.length, y: sum(({ y }) => y) / corners.length };
};

/**
 * Returns the distance of a code from the middle of the picture; undefined if its center is cut off, because a picture
 * that covers its box reaches beyond it.
 */
export const findDistance = (corners: readonly Point[], picture: Size, box: Size): number | undefined => {
  const scale = Math.max(box.width / picture.width, box.height / picture.height);
  const { x, y } = findCenter(corners);
  const right = x - picture.width / 2;
  const down = y - picture.height / 2;
  const isShown = Math.abs(right) * scale <= box.width / 2 && Math.abs(down) * scale <= box.height / 2;
  return isShown ? Math.hypot(right, down) : undefined;
};

const isPartOf = (scan: Scan, device: Scan & { readonly kind: 'device' }) =>
  (scan.kind === 'product' && scan.ean === device.ean) ||
  (scan.kind === 'serialNumber' && scan.serialNumber === device.serialNumber);

/**
 * Chooses what to take from a picture. The codes of one label are all taken, the EAN first. If there are several labels,
 * only the code in the middle is, because the codes of two devices must never be mixed up. A code that may be anything
 * counts only if it is alone, because packages are full of them, or if serial numbers have no usual format
 * (`isAnySerialNumber`) and it stands beside an EAN.
 */
export const chooseScans = (seen: readonly SeenScan[], isAnySerialNumber: boolean): readonly Scan[] => {
  const scanByText = new Map<string, SeenScan>();
  for (const each of seen) scanByText.set(each.scan.text, each);
  const different = [...scanByText.values()].toSorted((left, right) => left.distance - right.distance);
  const hasKind = (...kinds: readonly Scan['kind'][]) => different.some(({ scan }) => kinds.includes(scan.kind));
  const isTextIgnored = hasKind('device', 'serialNumber') || (hasKind('product') && !isAnySerialNumber);
  const isRmaIgnored = isTextIgnored || hasKind('product');
  const candidates = different.filter(
    ({ scan: { kind } }) => !(kind === 'text' && isTextIgnored) && !(kind === 'rma' && isRmaIgnored),
  );
  const [nearest] = candidates;
  if (!nearest) return [];
  const scans = candidates.map(({ scan }) => scan);
  const devices = scans.filter((scan) => scan.kind === 'device');
  const remaining = scans.filter((scan) => scan.kind === 'device' || !devices.some((device) => isPartOf(scan, device)));
  if (remaining.length === 1) return remaining;
  const product = remaining.find(({ kind }) => kind === 'product');
  const other = remaining.find(({ kind }) => kind === 'serialNumber' || kind === 'text');
  return product && other && remaining.length === 2 ? [product, other] : [nearest.scan];
};
