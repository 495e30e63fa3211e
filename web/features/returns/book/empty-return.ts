import type { RegionId } from '#shared/regions.ts';
import type { FormValues } from '#web/ui/form/use-form.ts';
import type { BookingForm } from './booking-form.ts';

type Options = {
  readonly region: RegionId;
  /** A UUID. */
  readonly id: string;
  /** An admin chooses the store, staff never say it. */
  readonly isAdmin: boolean;
};

/** A return that nothing has been filled in yet. */
export const emptyReturn = ({ region, id, isAdmin }: Options): FormValues<BookingForm> => ({
  region,
  id,
  ...(isAdmin && { storeId: '' }),
  storeRefNo: '',
  files: [],
  lines: [],
});
