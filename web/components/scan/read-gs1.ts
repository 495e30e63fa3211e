import { parseBarcode } from 'gs1-barcode-parser-mod';
import { normalizeEan } from '#shared/returns/ean.ts';
import { classifyCode } from './classify-scan.ts';
import type { Scan } from './classify-scan.ts';

type Elements = { readonly gtin: string | undefined; readonly serialNumber: string | undefined };

const findDigitalLinkElement = (url: URL, identifier: string): string | undefined => {
  const parts = url.pathname.split('/');
  const position = parts.indexOf(identifier);
  const value = position < 0 ? undefined : parts[position + 1];
  return value === undefined ? (url.searchParams.get(identifier) ?? undefined) : decodeURIComponent(value);
};

const readElements = (text: string): Elements => {
  if (URL.canParse(text)) {
    const url = new URL(text);
    return { gtin: findDigitalLinkElement(url, '01'), serialNumber: findDigitalLinkElement(url, '21') };
  }
  const { parsedCodeItems } = parseBarcode(text);
  const find = (identifier: string) => parsedCodeItems.find(({ ai }) => ai === identifier)?.data;
  const gtin = find('01');
  const serialNumber = find('21');
  return {
    gtin: typeof gtin === 'string' ? gtin : undefined,
    serialNumber: typeof serialNumber === 'string' ? serialNumber : undefined,
  };
};

/**
 * Reads the GTIN and the serial number of a GS1 symbol (application identifiers 01 and 21) or of a GS1 Digital Link;
 * skips batch (10) and further product facts (240, 400). Returns an invalid code as text.
 */
export const readGs1 = (text: string): Scan => {
  const textScan = { kind: 'text', text } as const;
  let elements: Elements;
  try {
    elements = readElements(text);
  } catch {
    // The parser throws on invalid codes, and `decodeURIComponent` on invalid URLs.
    return textScan;
  }
  const { gtin, serialNumber } = elements;
  const ean = normalizeEan(gtin ?? '');
  if (ean !== undefined && serialNumber !== undefined)
    return { kind: 'device', text: `${ean} ${serialNumber}`, ean, serialNumber };
  if (ean !== undefined) {
    const product = classifyCode(ean);
    return product.kind === 'product' ? product : textScan;
  }
  return serialNumber === undefined ? textScan : { kind: 'serialNumber', text: serialNumber, serialNumber };
};
