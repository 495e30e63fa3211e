import { useScanTexts } from '#web/components/scan/scan-texts.ts';
import type { IsScanTaken, ScanOutcome } from '#web/components/scan/use-scans.ts';
import { useBookingScans } from '#web/features/records/use-booking-scans.ts';
import { focusField } from '#web/ui/form/focus-field.ts';
import { focusLineField } from './focus-line.ts';
import { isProductCode, isScanInDate } from './misplaced-scan.ts';
import type { ReturnLines } from './use-return-lines.ts';
import type { useReturn } from './use-return.ts';

/** Returns whether a scan is taken out of the field in which it was typed; otherwise it stays there as text. */
const isTaken: IsScanTaken = (scan, fieldName, isTypedCorrectly) => {
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
      // A store's reference may look like a bar code, but not like the bar code of a product in the catalogue.
      if (scan.kind === 'product') return isProductCode(scan.ean);
      return scan.kind === 'text' ? !isTypedCorrectly : scan.kind !== 'rma';
    default:
      // Edited lines, rows of a file and fields outside the form keep their text.
      return false;
  }
};

type Options = {
  readonly booking: Pick<ReturnType<typeof useReturn>, 'form' | 'lastBooking'>;
  readonly returnLines: Pick<ReturnLines, 'scanRow' | 'dates'>;
};

/** Handles the scans of a return. Codes of products go to the scan row; for other codes the user chooses the field. */
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
      const unplacedOutcome: ScanOutcome = {
        status: 'unplaced',
        text: t('scan.unplaced', { code }),
        choices: [
          {
            label: storeRefNo === '' ? referenceLabel : t('scan.replace', { field: referenceLabel, value: storeRefNo }),
            place: () => placeReference(code),
          },
          {
            label: t('returns.fields.serialNumber'),
            place: () =>
              scanRow.take({ kind: 'serialNumber', text: code, serialNumber: code }, undefined) ?? unplacedOutcome,
          },
        ],
      };
      return scanRow.take(scan, fieldName) ?? unplacedOutcome;
    },
  });
};
