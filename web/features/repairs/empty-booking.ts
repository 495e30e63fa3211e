import type { RegionId } from '#shared/regions.ts';
import type { repairs } from '#shared/routes/repairs.ts';
import type { FormValues } from '#web/ui/route-form.ts';

/** A booking that nothing has been filled in yet. `id` is a UUID. */
export const emptyBooking = (region: RegionId, id: string): FormValues<typeof repairs.bookRepair> => ({
  region,
  id,
  product: '',
  isOnlyAccessories: false,
  accessories: [],
  issue: '',
  serialNumber: '',
  purchaseDate: '',
  storeRefNo: '',
  detailedDescription: '',
  customerPresence: false,
  termsAcceptance: false,
});
