import type { Browser } from '#scripts/testing/browser.ts';
import { routes } from '#shared/api/routes/table.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { RecordIdentity } from '#shared/records/record.ts';
import { booking, deskOf } from './bookings.ts';
import { linesOf, returnBooking, returnsDeskOf } from './return-bookings.ts';

type RecordVersion = RecordIdentity & { readonly version: number };

/** Both kinds of records with a common interface. `correctAs` corrects to content that is determined by the number. */
export const kinds = [
  {
    kind: 'Repair',
    /** Demo accounts of nuk's first store with and without the role for this kind. */
    staff: 'repairs',
    others: 'returns',
    route: routes.repairs.bookRepair,
    bookingOf: booking,
    /** Changes to a booking that are ignored when its id is sent again. */
    changes: [{ serialNumber: 'OTHER' }, { storeRefNo: 'another reference' }],
    open: (browser: Browser, region: RegionId = 'nuk') => {
      const client = deskOf(browser, region);
      const correctAs = (record: RecordVersion, number: number) =>
        client.correct(record, { serialNumber: `XTW7000000000${number}` });
      return { ...client, correctAs };
    },
  },
  {
    kind: 'Return',
    staff: 'returns',
    others: 'repairs',
    route: routes.returns.bookReturn,
    bookingOf: returnBooking,
    changes: [{ lines: linesOf(3) }, { files: ['a1'.repeat(32)] }, { storeRefNo: 'another reference' }],
    open: (browser: Browser, region: RegionId = 'nuk') => {
      const client = returnsDeskOf(browser, region);
      return {
        ...client,
        correctAs: (record: RecordVersion, number: number) =>
          client.correct(record, linesOf(number, `CORRECTED${number}`)),
      };
    },
  },
] as const;

export type Desk = ReturnType<(typeof kinds)[number]['open']>;
