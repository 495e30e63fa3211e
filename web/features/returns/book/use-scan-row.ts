import { useEffect, useEffectEvent } from 'react';
import { tidySerialNumber } from '#shared/repairs/serial-number.ts';
import type { Scan } from '#web/components/scan/classify-scan.ts';
import { useScanTexts } from '#web/components/scan/scan-texts.ts';
import type { ScanOutcome } from '#web/components/scan/use-scans.ts';
import { findLineNumberBySerial } from './lines.ts';
import { isProductCode } from './misplaced-scan.ts';
import type { LineForm } from './use-line-form.ts';
import { useReturnLinesContext } from './use-return-lines.ts';

const createRejection = (text: string): ScanOutcome => ({ status: 'refused', text });

type Options = {
  readonly form: LineForm;
  readonly keepsProduct: boolean;
  /** Message that the return has no room for another line; undefined if it has room. */
  readonly fullMessage: string | undefined;
  /** Called if a line already has the scanned serial number. */
  readonly onDuplicate: (key: number) => void;
};

/** Enters the page's scans into the scan row: an EAN, then a serial number, or both at once. */
export const useScanRow = ({ form, keepsProduct, fullMessage, onDuplicate }: Options) => {
  const { t } = useScanTexts();
  const { lines, scanRow } = useReturnLinesContext();
  const { ean, serialNumber, productDescription } = form.values;
  const isFree = (field: 'ean' | 'serialNumber') => form.values[field].trim() === '' || form.hasError(field);

  const enterProduct = (code: string, fieldName: string | undefined): ScanOutcome => {
    // The bar code of a product in the serial number field may be a mistake, so the form asks about it.
    if (fieldName === 'entry.serialNumber' && !isFree('ean') && !keepsProduct)
      return enterSerialNumber(code, fieldName);
    const isReplaceable =
      fieldName === 'entry.ean' || isFree('ean') || ean === code || (keepsProduct && isFree('serialNumber'));
    if (!isReplaceable) return createRejection(t('scan.productFirst', { product: productDescription || ean, code }));
    const message = form.enter({ ean: code });
    return message === undefined ? { status: 'taken', text: t('scan.ean', { code }) } : createRejection(message);
  };
  const enterSerialNumber = (code: string, fieldName: string | undefined, scannedEan?: string): ScanOutcome => {
    const tidiedSerial = tidySerialNumber(code);
    const duplicateNumber = findLineNumberBySerial(lines, tidiedSerial);
    const duplicateKey = duplicateNumber === undefined ? undefined : lines[duplicateNumber - 1]?.key;
    if (duplicateNumber !== undefined && duplicateKey !== undefined) {
      onDuplicate(duplicateKey);
      return createRejection(t('returns.book.serialTwice', { line: duplicateNumber }));
    }
    if (scannedEan !== undefined && !isFree('ean') && ean !== scannedEan && !keepsProduct)
      return createRejection(t('scan.productFirst', { product: productDescription || ean, code }));
    if (scannedEan === undefined && !isFree('serialNumber') && fieldName !== 'entry.serialNumber')
      return createRejection(t('scan.serialFirst', { serialNumber, code }));
    const message = form.enter({ serialNumber: tidiedSerial, ...(scannedEan !== undefined && { ean: scannedEan }) });
    return message === undefined
      ? { status: 'taken', text: t('scan.serialNumber', { code: tidiedSerial }) }
      : createRejection(message);
  };

  const take = useEffectEvent((scan: Scan, fieldName: string | undefined): ScanOutcome | undefined => {
    if (fullMessage !== undefined) return createRejection(fullMessage);
    switch (scan.kind) {
      case 'device':
        return enterSerialNumber(scan.serialNumber, fieldName, scan.ean);
      case 'product':
        return enterProduct(scan.ean, fieldName);
      case 'serialNumber':
        return enterSerialNumber(scan.serialNumber, fieldName);
      case 'rma':
      case 'text':
        // If the EAN field already has a product's EAN, the code was scanned before the focus moved on, and is a serial number.
        if (fieldName === 'entry.ean' && !isProductCode(ean)) return enterProduct(scan.text, fieldName);
        return fieldName === 'entry.serialNumber' || !isFree('ean')
          ? enterSerialNumber(scan.text, fieldName)
          : undefined;
    }
  });
  useEffect(() => scanRow.register((scan, fieldName) => take(scan, fieldName)), [scanRow]);
};
