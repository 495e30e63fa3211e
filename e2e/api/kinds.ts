import type { Browser } from '#scripts/testing/browser.ts';
import type { RecordIdentity } from '#shared/records/record.ts';
import type { RegionId } from '#shared/regions.ts';
import { routes } from '#shared/routes/table.ts';
import { booking, deskOf } from './bookings.ts';
import { linesOf, returnBooking, returnsDeskOf } from './return-bookings.ts';

type Seen = RecordIdentity & { readonly version: number };

/** Both kinds of records, as far as they are alike: `correctAs` corrects into something else for each number, and into the same for the same. */
export const kinds = [
  {
    kind: 'Repair',
    /** Who of the first store of nuk books them, and who there doesn't. */
    staff: 'repairs',
    others: 'returns',
    route: routes.repairs.bookRepair,
    bookingOf: booking,
    /** Their changes: what is booked is told again, whatever is sent with its id. */
    changes: [{ serialNumber: 'OTHER' }, { storeRefNo: 'another reference' }],
    open: (browser: Browser, region: RegionId = 'nuk') => {
      const desk = deskOf(browser, region);
      const correctAs = (seen: Seen, number: number) => desk.correct(seen, { serialNumber: `XTW7000000000${number}` });
      return { ...desk, correctAs };
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
      const desk = returnsDeskOf(browser, region);
      return {
        ...desk,
        correctAs: (seen: Seen, number: number) => desk.correct(seen, linesOf(number, `CORRECTED${number}`)),
      };
    },
  },
] as const;

export type Desk = ReturnType<(typeof kinds)[number]['open']>;
