import type { RegionId } from '#shared/regions.ts';
import { blankContent } from '#shared/repairs/content.ts';
import type { repairs } from '#shared/routes/repairs.ts';
import type { FormValues } from '#web/ui/form/use-form.ts';

type Options = {
  readonly region: RegionId;
  /** A UUID. */
  readonly id: string;
  /** An admin chooses the store, staff never say it. */
  readonly isAdmin: boolean;
};

/** A booking that nothing has been filled in yet. */
export const emptyBooking = ({ region, id, isAdmin }: Options): FormValues<typeof repairs.bookRepair> => ({
  region,
  id,
  ...(isAdmin && { storeId: '' }),
  ...blankContent,
  storeRefNo: '',
  customerPresence: false,
  termsAcceptance: false,
});
