import { useState } from 'react';
import { isBookable } from '#shared/catalogue/repairs.ts';
import { parseTypedDate } from '#shared/dates/dates.ts';
import type { Device } from '#shared/records/device.ts';
import { tidySerialNumber } from '#shared/repairs/serial-number.ts';
import { isEan, normalizeEan } from '#shared/returns/ean.ts';
import type { Scan } from '#web/components/scan/classify-scan.ts';
import { isSerialNumber } from '#web/components/scan/is-serial-number.ts';
import { useScanTexts } from '#web/components/scan/scan-texts.ts';
import type { IsScanTaken, ScanChoice, ScanOutcome } from '#web/components/scan/use-scans.ts';
import { useBookingScans } from '#web/features/records/use-booking-scans.ts';
import { productLabel } from '#web/features/repairs/repair-kind.ts';
import { focusField } from '#web/ui/form/focus-field.ts';
import type { useBooking } from './use-booking.ts';
import type { RepairFieldsWork } from './use-repair-fields.ts';

/** Returns whether a text in the field of the reference is the bar code of a product or a serial number. */
export const isScanInReference = (text: string): boolean => {
  const ean = normalizeEan(text);
  return (ean !== undefined && isEan(ean)) || isSerialNumber(text);
};

/** Returns the product of the newest repair of a device, if it can be booked. */
export const findBookedProduct = ({ repairs }: Pick<Device, 'repairs'>): string | undefined =>
  repairs.find(({ isOnlyAccessories, product }) => !isOnlyAccessories && isBookable(product))?.product;

/** Free text, and fields that are not the form's. */
const freeFields: readonly string[] = ['detailedDescription', 'find', ''];

const isTaken: IsScanTaken = (scan, fieldName, isAsTyped) => {
  if (fieldName === undefined) return true;
  if (scan.kind === 'rma' && fieldName === 'storeRefNo') return false;
  if (scan.kind !== 'text') return !freeFields.includes(fieldName);
  if (fieldName === 'purchaseDate') return parseTypedDate(scan.text) === undefined;
  return !isAsTyped && (fieldName === 'serialNumber' || fieldName === 'storeRefNo');
};

type Options = {
  readonly booking: Pick<ReturnType<typeof useBooking>, 'form' | 'lastBooking'>;
  readonly work: RepairFieldsWork;
};

/** Places scans in the form of a repair, and suggests the product of an EAN. */
export const useRepairScans = ({ booking: { form, lastBooking }, work }: Options) => {
  const { t, language } = useScanTexts();
  const { id, serialNumber, storeRefNo } = form.values;
  const [eanSuggestion, setEanSuggestion] = useState<{ readonly id: string; readonly product: string }>();

  const placeSerialNumber = (code: string): ScanOutcome => {
    const tidy = tidySerialNumber(code);
    form.set('serialNumber', tidy);
    work.setBlurredSerial(tidy);
    work.moveOn('serialNumber');
    return { status: 'taken', text: t('scan.serialNumber', { code: tidy }) };
  };
  const placeReference = (code: string): ScanOutcome => {
    form.set('storeRefNo', code);
    work.moveOn('storeRefNo');
    return { status: 'taken', text: t('scan.reference', { code }) };
  };
  const choose = (field: 'serialNumber' | 'storeRefNo', place: () => ScanOutcome): ScanChoice => {
    const label = t(`repairs.fields.${field}`);
    const value = form.values[field];
    return { label: value === '' ? label : t('scan.replace', { field: label, value }), place };
  };
  const ask = (code: string, text = t('scan.unplaced', { code })): ScanOutcome => ({
    status: 'unplaced',
    text,
    choices: [choose('serialNumber', () => placeSerialNumber(code)), choose('storeRefNo', () => placeReference(code))],
  });
  const placeProduct = async (ean: string, fieldName: string | undefined): Promise<ScanOutcome> => {
    // Loaded on demand: most repairs are booked without an EAN.
    const { findRepairProductByEan } = await import('#shared/catalogue/repair-product-by-ean.ts');
    const product = findRepairProductByEan(ean);
    if (product === undefined)
      return fieldName === 'storeRefNo' ? placeReference(ean) : ask(ean, t('scan.noRepair', { code: ean }));
    setEanSuggestion({ id, product });
    if (serialNumber === '') focusField(['serialNumber']);
    else focusField(['product']);
    return { status: 'taken', text: t('scan.suggestion.ean', { product: productLabel(product, language) }) };
  };
  const isSerialNumberFree = (code: string, fieldName: string | undefined) =>
    serialNumber === '' || serialNumber === code || fieldName === 'serialNumber';

  const place = async (scan: Scan, fieldName: string | undefined): Promise<ScanOutcome> => {
    switch (scan.kind) {
      case 'device': {
        await placeProduct(scan.ean, undefined);
        return isSerialNumberFree(scan.serialNumber, fieldName)
          ? placeSerialNumber(scan.serialNumber)
          : ask(scan.serialNumber);
      }
      case 'product':
        return placeProduct(scan.ean, fieldName);
      case 'serialNumber':
        return isSerialNumberFree(scan.serialNumber, fieldName)
          ? placeSerialNumber(scan.serialNumber)
          : ask(scan.serialNumber);
      case 'rma':
      case 'text':
        if (fieldName === 'serialNumber') return placeSerialNumber(scan.text);
        if (fieldName === 'storeRefNo') return placeReference(scan.text);
        return serialNumber !== '' && storeRefNo === '' ? placeReference(scan.text) : ask(scan.text);
    }
  };
  const scans = useBookingScans({ lastBooking, isBusy: form.isBusy, isTaken, place });
  return { scans, eanProduct: eanSuggestion?.id === id ? eanSuggestion.product : undefined };
};
