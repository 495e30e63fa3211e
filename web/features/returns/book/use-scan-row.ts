import { useEffect, useEffectEvent } from 'react';
import { tidySerialNumber } from '#shared/repairs/serial-number.ts';
import type { Scan } from '#web/components/scan/classify-scan.ts';
import { useScanTexts } from '#web/components/scan/scan-texts.ts';
import type { ScanOutcome } from '#web/components/scan/use-scans.ts';
import { findLineNumberBySerial } from './lines.ts';
import { isProductCode } from './misplaced-scan.ts';
import type { LineForm } from './use-line-form.ts';
import { useReturnLinesContext } from './use-return-lines.ts';

const refuse = (text: string): ScanOutcome => ({ status: 'refused', text });

type Options = {
  readonly form: LineForm;
  readonly keepsProduct: boolean;
  /** Message that the return has no room for another line; undefined if it has. */
  readonly fullMessage: string | undefined;
  /** Called if a line already has the scanned serial number. */
  readonly onTwice: (key: number) => void;
};

/** Lets the scan row take what is scanned anywhere on the page: an EAN, then a serial number, or both at once. */
export const useScanRow = ({ form, keepsProduct, fullMessage, onTwice }: Options) => {
  const { t } = useScanTexts();
  const { lines, scanRow } = useReturnLinesContext();
  const { ean, serialNumber, productDescription } = form.values;
  const isFree = (field: 'ean' | 'serialNumber') => form.values[field].trim() === '' || form.hasError(field);

  const enterProduct = (code: string, fieldName: string | undefined): ScanOutcome => {
    // Asks whether the bar code of a product is meant as the serial number.
    if (fieldName === 'entry.serialNumber' && !isFree('ean') && !keepsProduct)
      return enterSerialNumber(code, fieldName);
    const isReplaceable =
      fieldName === 'entry.ean' || isFree('ean') || ean === code || (keepsProduct && isFree('serialNumber'));
    if (!isReplaceable) return refuse(t('scan.productFirst', { product: productDescription || ean, code }));
    const complaint = form.enter({ ean: code });
    return complaint === undefined ? { status: 'taken', text: t('scan.ean', { code }) } : refuse(complaint);
  };
  const enterSerialNumber = (code: string, fieldName: string | undefined, ownEan?: string): ScanOutcome => {
    const tidy = tidySerialNumber(code);
    const twice = findLineNumberBySerial(lines, tidy);
    const twiceKey = twice === undefined ? undefined : lines[twice - 1]?.key;
    if (twice !== undefined && twiceKey !== undefined) {
      onTwice(twiceKey);
      return refuse(t('returns.book.serialTwice', { line: twice }));
    }
    if (ownEan !== undefined && !isFree('ean') && ean !== ownEan && !keepsProduct)
      return refuse(t('scan.productFirst', { product: productDescription || ean, code }));
    if (ownEan === undefined && !isFree('serialNumber') && fieldName !== 'entry.serialNumber')
      return refuse(t('scan.serialFirst', { serialNumber, code }));
    const complaint = form.enter({ serialNumber: tidy, ...(ownEan !== undefined && { ean: ownEan }) });
    return complaint === undefined
      ? { status: 'taken', text: t('scan.serialNumber', { code: tidy }) }
      : refuse(complaint);
  };

  const take = useEffectEvent((scan: Scan, fieldName: string | undefined): ScanOutcome | undefined => {
    if (fullMessage !== undefined) return refuse(fullMessage);
    switch (scan.kind) {
      case 'device':
        return enterSerialNumber(scan.serialNumber, fieldName, scan.ean);
      case 'product':
        return enterProduct(scan.ean, fieldName);
      case 'serialNumber':
        return enterSerialNumber(scan.serialNumber, fieldName);
      case 'rma':
      case 'text':
        // While the row reads a symbol, the next code is still typed in the field of the EAN.
        if (fieldName === 'entry.ean' && !isProductCode(ean)) return enterProduct(scan.text, fieldName);
        return fieldName === 'entry.serialNumber' || !isFree('ean')
          ? enterSerialNumber(scan.text, fieldName)
          : undefined;
    }
  });
  useEffect(() => scanRow.register((scan, fieldName) => take(scan, fieldName)), [scanRow]);
};
