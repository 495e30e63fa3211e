import type { Browser } from '#scripts/testing/browser.ts';
import { routes } from '#shared/api/routes/table.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { RecordIdentity } from '#shared/records/record.ts';
import { createBooking, createRepairsClient } from './bookings.ts';
import { createLines, createReturnBooking, createReturnsClient } from './return-bookings.ts';

type RecordVersion = RecordIdentity & { readonly version: number };

/** SHA-256 of a returns file, in hexadecimal. */
const fileHash = 'a1'.repeat(32);

/** Test data and clients of both kinds of records, with a common interface. `correctToVariant` corrects a record to content that depends on the number. */
export const kinds = [
  {
    kind: 'Repair',
    /** Demo accounts of nuk's first store with and without the role for this kind. */
    staff: 'repairs',
    staffWithoutRole: 'returns',
    route: routes.repairs.bookRepair,
    createBooking,
    /** Changes to a booking that are ignored when its id is sent again. */
    ignoredChanges: [{ serialNumber: 'OTHER' }, { storeRefNo: 'another reference' }],
    open: (browser: Browser, region: RegionId = 'nuk') => {
      const client = createRepairsClient(browser, region);
      const correctToVariant = (record: RecordVersion, number: number) =>
        client.correct(record, { serialNumber: `XTW7000000000${number}` });
      return { ...client, correctToVariant };
    },
  },
  {
    kind: 'Return',
    staff: 'returns',
    staffWithoutRole: 'repairs',
    route: routes.returns.bookReturn,
    createBooking: createReturnBooking,
    ignoredChanges: [{ lines: createLines(3) }, { files: [fileHash] }, { storeRefNo: 'another reference' }],
    open: (browser: Browser, region: RegionId = 'nuk') => {
      const client = createReturnsClient(browser, region);
      return {
        ...client,
        correctToVariant: (record: RecordVersion, number: number) =>
          client.correct(record, createLines(number, `CORRECTED${number}`)),
      };
    },
  },
] as const;

export type RecordsClient = ReturnType<(typeof kinds)[number]['open']>;
