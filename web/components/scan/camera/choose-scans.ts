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
 * Returns the distance of a code from the middle of the picture; undefined if its center is not visible, because the box
 * crops the picture.
 */
export const findDistance = (corners: readonly Point[], picture: Size, box: Size): number | undefined => {
  const scale = Math.max(box.width / picture.width, box.height / picture.height);
  const { x, y } = findCenter(corners);
  const offsetX = x - picture.width / 2;
  const offsetY = y - picture.height / 2;
  const isShown = Math.abs(offsetX) * scale <= box.width / 2 && Math.abs(offsetY) * scale <= box.height / 2;
  return isShown ? Math.hypot(offsetX, offsetY) : undefined;
};

const belongsToDevice = (scan: Scan, device: Scan & { readonly kind: 'device' }) =>
  (scan.kind === 'product' && scan.ean === device.ean) ||
  (scan.kind === 'serialNumber' && scan.serialNumber === device.serialNumber);

/**
 * Chooses the scans to use from a picture. If it shows one label, returns all of its codes, the EAN first. If it shows
 * several labels, returns only the code nearest to the middle, because the codes of two devices must never be mixed up.
 * A code of unknown kind is ignored next to a device, serial number or EAN, because packages have many such codes; it
 * counts next to an EAN if serial numbers have no usual format (`isAnySerialNumber`).
 */
export const chooseScans = (seenScans: readonly SeenScan[], isAnySerialNumber: boolean): readonly Scan[] => {
  const scanByText = new Map<string, SeenScan>();
  for (const seenScan of seenScans) scanByText.set(seenScan.scan.text, seenScan);
  const distinctScans = [...scanByText.values()].toSorted((left, right) => left.distance - right.distance);
  const hasKind = (...kinds: readonly Scan['kind'][]) => distinctScans.some(({ scan }) => kinds.includes(scan.kind));
  const isTextIgnored = hasKind('device', 'serialNumber') || (hasKind('product') && !isAnySerialNumber);
  const isRmaIgnored = isTextIgnored || hasKind('product');
  const candidates = distinctScans.filter(
    ({ scan: { kind } }) => !(kind === 'text' && isTextIgnored) && !(kind === 'rma' && isRmaIgnored),
  );
  const [nearest] = candidates;
  if (!nearest) return [];
  const scans = candidates.map(({ scan }) => scan);
  const devices = scans.filter((scan) => scan.kind === 'device');
  const remaining = scans.filter(
    (scan) => scan.kind === 'device' || !devices.some((device) => belongsToDevice(scan, device)),
  );
  if (remaining.length === 1) return remaining;
  const product = remaining.find(({ kind }) => kind === 'product');
  const serialNumberOrText = remaining.find(({ kind }) => kind === 'serialNumber' || kind === 'text');
  return product && serialNumberOrText && remaining.length === 2 ? [product, serialNumberOrText] : [nearest.scan];
};
