import * as z from 'zod/mini';
import { paths } from '#shared/paths.ts';
import { leftRows } from '#shared/returns/file/report.ts';
import type { Beginning } from '#web/features/records/use-new-booking.ts';
import { draftKind } from '#web/ui/drafts/draft-kind.ts';
import type { FormValues } from '#web/ui/form/use-form.ts';
import type { bookingForm } from './booking-form.ts';

export const emptyReturn = ({ region, id, isAdmin }: Beginning): FormValues<typeof bookingForm> => ({
  region,
  id,
  ...(isAdmin && { storeId: '' }),
  storeRefNo: '',
  files: [],
  lines: [],
});

const line = z.object({
  key: z.int(),
  product: z.string(),
  ean: z.string(),
  productDescription: z.string(),
  purchaseDate: z.string(),
  returnDate: z.string(),
  serialNumber: z.string(),
});

const draft = z.object({
  id: z.uuid(),
  storeRefNo: z.string(),
  files: z.array(z.string()),
  filesStoreId: z.optional(z.string()),
  lines: z.array(line),
  left: z.optional(leftRows),
});

const adminsDraft = z.extend(draft, { storeId: z.string() });

export const returnDrafts = draftKind<z.output<typeof draft> & { readonly storeId?: string }>({
  form: 'bookReturn',
  path: paths.bookReturn,
  kept: (isAdmin) => (isAdmin ? adminsDraft : draft),
  kindText: ({ t }) => t('returns.draft.kind'),
  nameParts: ({ lines, storeRefNo, storeId = '' }, { t }) => [
    t('returns.draft.lines', { count: lines.length }),
    ...(storeRefNo.trim() === '' ? [] : [t('draft.reference', { reference: storeRefNo.trim() })]),
    ...(storeId === '' ? [] : [storeId]),
  ],
});
