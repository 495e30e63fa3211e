import { prefixes } from '#shared/config/regions.ts';
import { tidySerialNumber } from '#shared/repairs/serial-number.ts';
import { isEan, normalizeEan } from '#shared/returns/ean.ts';
import { stripScannerMarks } from '#shared/text/label-marks.ts';
import { isWrongKeyboardLayout } from '#shared/text/other-keyboard.ts';
import { isSerialNumber } from './is-serial-number.ts';
import { groupSeparator } from './scan-detector.ts';
import type { ScannedKeys } from './scan-detector.ts';
import { toReadings } from './scan-readings.ts';

/** Scanned code. `text` is the code as it is displayed. The kind `text` may be anything, such as a store's own reference. */
export type Scan =
  | { readonly kind: 'product'; readonly text: string; readonly ean: string }
  | { readonly kind: 'serialNumber'; readonly text: string; readonly serialNumber: string }
  | { readonly kind: 'device'; readonly text: string; readonly ean: string; readonly serialNumber: string }
  | { readonly kind: 'rma' | 'text'; readonly text: string };

/** Code that consists of elements, which `read-gs1.ts` reads. */
export type Gs1Code = { readonly kind: 'gs1'; readonly text: string };

/** Start of a GS1 code: the symbology identifier that a scanner sends, or an application identifier in brackets. */
const gs1Marks = /^(?:\](?:C1|d2|Q3|e0)|\(\d{2,3}\))/;
/** GTIN followed by another element: a serial number, batch, date or further product fact. */
const gs1Elements = /^01(\d{14})(?:1[0-7]|2[012]|24[01]|37|400)./;
/** GS1 Digital Link: a URL with a GTIN in its path. */
const digitalLink = /^https?:\/\/\S+\/01\/\d{8,14}(?:[/?#]|$)/i;

/** Returns whether the application identifier of a serial number may follow that of the GTIN. */
const mayHoldSerialNumber = (code: string): boolean => code.slice('01'.length + 14).includes('21');

const isGs1 = (code: string): boolean => {
  if (gs1Marks.test(code) || code.includes(groupSeparator) || digitalLink.test(code)) return true;
  const [, gtin] = gs1Elements.exec(code) ?? [];
  return gtin !== undefined && isEan(normalizeEan(gtin) ?? '');
};

/** RMA number as the repair service assigns it: the region's prefix and eight digits. */
const rmaNumber = new RegExp(`^(?:${Object.keys(prefixes).join('|')})\\d{8}$`);

/** Characters that scanners may send in front of each code. */
const scannerPrefix = /^[^\p{L}\p{N}\](]+/u;

const tidyCode = (text: string): string => text.trim().replace(scannerPrefix, '');

/** Classifies a code whose kind is certain; returns undefined for any other code. */
const classifyCertain = (reading: string): Scan | Gs1Code | undefined => {
  const text = tidyCode(reading);
  const ean = normalizeEan(text);
  const isProduct = ean !== undefined && isEan(ean);
  if (isGs1(text) && !(isProduct && !mayHoldSerialNumber(text))) return { kind: 'gs1', text };
  if (isProduct) return { kind: 'product', text: ean, ean };
  if (isSerialNumber(text)) {
    const serialNumber = tidySerialNumber(text);
    return { kind: 'serialNumber', text: serialNumber, serialNumber };
  }
  const rma = stripScannerMarks(text).toUpperCase();
  return rmaNumber.test(rma) ? { kind: 'rma', text: rma } : undefined;
};

/** Classifies a code as EAN, serial number, RMA number, GS1 code (which may contain several of them) or text. */
export const classifyCode = (code: string): Scan | Gs1Code =>
  classifyCertain(code) ?? { kind: 'text', text: tidyCode(stripScannerMarks(code)) };

/** Classifies the keys of a scanner, in the first keyboard layout that results in a code of a certain kind. */
export const classifyScan = (scannedKeys: ScannedKeys): Scan | Gs1Code => {
  const readings = toReadings(scannedKeys);
  for (const reading of readings) {
    const scan = classifyCertain(reading);
    if (scan) return scan;
  }
  const [typed = '', ...otherReadings] = readings;
  const plainReading = otherReadings.find((reading) => /^[A-Za-z0-9-]+$/.test(reading));
  return classifyCode(isWrongKeyboardLayout(typed) && plainReading !== undefined ? plainReading : typed);
};
