import { useState } from 'react';
import { isBookable } from '#shared/catalogue/repairs.ts';
import { parseTypedDate } from '#shared/dates/parse-date.ts';
import type { Device } from '#shared/records/device.ts';
import { tidySerialNumber } from '#shared/repairs/serial-number.ts';
import { isEan, normalizeEan } from '#shared/returns/ean.ts';
import type { Scan } from '#web/components/scan/classify-scan.ts';
import { isSerialNumber } from '#web/components/scan/is-serial-number.ts';
import { useScanTexts } from '#web/components/scan/scan-texts.ts';
import type { IsScanTaken, ScanChoice, ScanOutcome } from '#web/components/scan/use-scans.ts';
import { useBookingScans } from '#web/features/records/use-booking-scans.ts';
import { toProductLabel } from '#web/features/repairs/repair-kind.ts';
import { focusField } from '#web/ui/form/focus-field.ts';
import type { useBooking } from './use-booking.ts';
import type { RepairFieldsState } from './use-repair-fields.ts';

/** Returns whether a text in the reference field is the bar code of a product or a serial number. */
export const isScanInReference = (text: string): boolean => {
  const ean = normalizeEan(text);
  return (ean !== undefined && isEan(ean)) || isSerialNumber(text);
};

/** Returns the product of the newest repair of a device whose product can be booked. */
export const findBookedProduct = ({ repairs }: Pick<Device, 'repairs'>): string | undefined =>
  repairs.find(({ isOnlyAccessories, product }) => !isOnlyAccessories && isBookable(product))?.product;

/** Fields in which a scanned code stays: the free text, and fields outside the form, some of which have no name. */
const fieldsThatKeepScans: readonly string[] = ['detailedDescription', 'find', ''];

/** Returns whether a scan is taken out of the field in which it was typed; otherwise it stays there as text. */
const isTaken: IsScanTaken = (scan, fieldName, isTypedCorrectly) => {
  if (fieldName === undefined) return true;
  if (scan.kind === 'rma' && fieldName === 'storeRefNo') return false;
  if (scan.kind !== 'text') return !fieldsThatKeepScans.includes(fieldName);
  if (fieldName === 'purchaseDate') return parseTypedDate(scan.text) === undefined;
  return !isTypedCorrectly && (fieldName === 'serialNumber' || fieldName === 'storeRefNo');
};

type Options = {
  readonly booking: Pick<ReturnType<typeof useBooking>, 'form' | 'lastBooking'>;
  readonly fieldsState: RepairFieldsState;
};

/** Places scans in the form of a repair, and suggests the product of an EAN. */
export const useRepairScans = ({ booking: { form, lastBooking }, fieldsState }: Options) => {
  const { t, language } = useScanTexts();
  const { id, serialNumber, storeRefNo } = form.values;
  const [eanSuggestion, setEanSuggestion] = useState<{ readonly id: string; readonly product: string }>();

  const placeSerialNumber = (code: string): ScanOutcome => {
    const tidiedNumber = tidySerialNumber(code);
    form.set('serialNumber', tidiedNumber);
    fieldsState.setBlurredSerial(tidiedNumber);
    fieldsState.moveOn('serialNumber');
    return { status: 'taken', text: t('scan.serialNumber', { code: tidiedNumber }) };
  };
  const placeReference = (code: string): ScanOutcome => {
    form.set('storeRefNo', code);
    fieldsState.moveOn('storeRefNo');
    return { status: 'taken', text: t('scan.reference', { code }) };
  };
  const createChoice = (field: 'serialNumber' | 'storeRefNo', place: () => ScanOutcome): ScanChoice => {
    const label = t(`repairs.fields.${field}`);
    const value = form.values[field];
    return { label: value === '' ? label : t('scan.replace', { field: label, value }), place };
  };
  const askForField = (code: string, text = t('scan.unplaced', { code })): ScanOutcome => ({
    status: 'unplaced',
    text,
    choices: [
      createChoice('serialNumber', () => placeSerialNumber(code)),
      createChoice('storeRefNo', () => placeReference(code)),
    ],
  });
  const placeProduct = async (ean: string, fieldName: string | undefined): Promise<ScanOutcome> => {
    // The EANs are loaded on demand, because most repairs are booked without one.
    const { findRepairProductByEan } = await import('#shared/catalogue/repair-product-by-ean.ts');
    const product = findRepairProductByEan(ean);
    if (product === undefined)
      return fieldName === 'storeRefNo' ? placeReference(ean) : askForField(ean, t('scan.noRepair', { code: ean }));
    setEanSuggestion({ id, product });
    if (serialNumber === '') focusField(['serialNumber']);
    else focusField(['product']);
    return { status: 'taken', text: t('scan.suggestion.ean', { product: toProductLabel(product, language) }) };
  };
  const canTakeSerialNumber = (code: string, fieldName: string | undefined) =>
    serialNumber === '' || serialNumber === code || fieldName === 'serialNumber';

  const place = async (scan: Scan, fieldName: string | undefined): Promise<ScanOutcome> => {
    switch (scan.kind) {
      case 'device': {
        await placeProduct(scan.ean, undefined);
        return canTakeSerialNumber(scan.serialNumber, fieldName)
          ? placeSerialNumber(scan.serialNumber)
          : askForField(scan.serialNumber);
      }
      case 'product':
        return placeProduct(scan.ean, fieldName);
      case 'serialNumber':
        return canTakeSerialNumber(scan.serialNumber, fieldName)
          ? placeSerialNumber(scan.serialNumber)
          : askForField(scan.serialNumber);
      case 'rma':
      case 'text':
        if (fieldName === 'serialNumber') return placeSerialNumber(scan.text);
        if (fieldName === 'storeRefNo') return placeReference(scan.text);
        return serialNumber !== '' && storeRefNo === '' ? placeReference(scan.text) : askForField(scan.text);
    }
  };
  const scans = useBookingScans({ lastBooking, isBusy: form.isBusy, isTaken, place });
  return { scans, eanProduct: eanSuggestion?.id === id ? eanSuggestion.product : undefined };
};
