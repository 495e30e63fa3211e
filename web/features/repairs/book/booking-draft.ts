import * as z from 'zod/mini';
import { draftContent } from '#shared/repairs/content.ts';

const draft = z.object({ id: z.uuid(), storeRefNo: z.string(), ...draftContent });

const adminsDraft = z.extend(draft, { storeId: z.string() });

/** What of a booking is kept while it is half typed: never the confirmations, they are given anew each time. */
export const bookingDraft = (isAdmin: boolean) => (isAdmin ? adminsDraft : draft);
