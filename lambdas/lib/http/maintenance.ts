import * as z from 'zod/mini';
import * as field from '#shared/api/fields.ts';

/** Key of the maintenance row in the sessions table, where each request finds it with the caller's session. */
export const maintenanceId = 'maintenance';

/**
 * Row that exists while an operator refuses bookings and other changes (`npm run stage -- maintenance`). It has no
 * expiry: maintenance ends when the row is deleted, so that it does not end while the work takes longer than announced.
 */
export const maintenanceRow = z.object({
  id: z.literal(maintenanceId),
  /** Expected end, which the page shows. */
  until: field.instant,
});
