import { useScanTexts } from '#web/components/scan/scan-texts.ts';
import type { IsScanTaken, ScanOutcome } from '#web/components/scan/use-scans.ts';
import { useBookingScans } from '#web/features/records/use-booking-scans.ts';
import { focusField } from '#web/ui/form/focus-field.ts';
import { focusLineField } from './focus-line.ts';
import { isProductCode, isScanInDate } from './misplaced-scan.ts';
import type { ReturnLines } from './use-return-lines.ts';
import type { useReturn } from './use-return.ts';

const isTaken: IsScanTaken = (scan, fieldName, isAsTyped) => {
  switch (fieldName) {
    case undefined:
    case 'entry.ean':
    case 'entry.serialNumber':
      return true;
    case 'entry.product':
    case 'entry.productDescription':
    case 'entry.purchaseDate':
    case 'entry.returnDate':
      return scan.kind !== 'text';
    case 'dates':
    case 'returnDates':
      return scan.kind !== 'text' || isScanInDate(scan.text);
    case 'storeRefNo':
      // Stores may have references that look like a bar code, but not like one of a product in the catalogue.
      if (scan.kind === 'product') return isProductCode(scan.ean);
      return scan.kind === 'text' ? !isAsTyped : scan.kind !== 'rma';
    default:
      // A line that is edited, a row of a file, and fields that are not the form's.
      return false;
  }
};

type Options = {
  readonly booking: Pick<ReturnType<typeof useReturn>, 'form' | 'lastBooking'>;
  readonly returnLines: Pick<ReturnLines, 'scanRow' | 'dates'>;
};

/** Places scans of a return: codes of products in the scan row, others where the user says. */
export const useReturnScans = ({ booking: { form, lastBooking }, returnLines: { scanRow, dates } }: Options) => {
  const { t } = useScanTexts();
  const { storeRefNo } = form.values;
  const placeReference = (code: string): ScanOutcome => {
    form.set('storeRefNo', code);
    if (dates.purchaseDate === '') focusField(['dates']);
    else focusLineField('entry', 'ean');
    return { status: 'taken', text: t('scan.reference', { code }) };
  };
  const referenceLabel = t('returns.fields.storeRefNo');
  return useBookingScans({
    lastBooking,
    isBusy: form.isBusy,
    isTaken,
    place: (scan, fieldName) => {
      const { text: code } = scan;
      if (fieldName === 'storeRefNo' && scan.kind === 'text') return placeReference(code);
      const ask: ScanOutcome = {
        status: 'unplaced',
        text: t('scan.unplaced', { code }),
        choices: [
          {
            label: storeRefNo === '' ? referenceLabel : t('scan.replace', { field: referenceLabel, value: storeRefNo }),
            place: () => placeReference(code),
          },
          {
            label: t('returns.fields.serialNumber'),
            place: () => scanRow.take({ kind: 'serialNumber', text: code, serialNumber: code }, undefined) ?? ask,
          },
        ],
      };
      return scanRow.take(scan, fieldName) ?? ask;
    },
  });
};
